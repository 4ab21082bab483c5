// Moves per second that a boardgame.io server takes from so many sockets, each move waiting for both players' screens.
// node load.mjs SOCKETS SECONDS PORT
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "boardgame.io/dist/cjs/client.js";
import { SocketIO } from "boardgame.io/dist/cjs/multiplayer.js";

import { Counting } from "./counting.mjs";

const [sockets, seconds, port] = process.argv.slice(2).map(Number);
const WARM_UP = 2;

const folder = mkdtempSync(join(tmpdir(), "boardgameio-"));
const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)), [port, folder], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
await new Promise((ready) => server.once("message", ready));

let done = 0;

function open(table) {
  const seen = [-1, -1];
  const players = ["0", "1"].map((playerID) =>
    Client({
      game: Counting,
      matchID: `t${table}`,
      playerID,
      debug: false,
      multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }),
    }),
  );
  players.forEach((player, seat) => {
    player.subscribe((state) => {
      if (!state || seen[seat] >= state.G.count) return;
      seen[seat] = state.G.count;
      if (seen[0] !== seen[1]) return;
      if (state.G.count) done++;
      players[Number(state.ctx.currentPlayer)].moves.count();
    });
    player.start();
  });
  return players;
}

const pause = (time) => new Promise((then) => setTimeout(then, 1000 * time));

for (let table = 0; table < sockets / 2; table++) open(table);
await pause(WARM_UP);
const before = done;
const begin = performance.now();
await pause(seconds);
console.log((1000 * (done - before)) / (performance.now() - begin));
server.kill();
rmSync(folder, { recursive: true, force: true });
process.exit();
