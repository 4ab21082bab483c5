// A boardgame.io server that keeps its matches in files; the game is the least there is: a count that grows.
// node server.mjs PORT FOLDER
import { FlatFile, Server } from "boardgame.io/dist/cjs/server.js";

import { Counting } from "./counting.mjs";

const [port, folder] = process.argv.slice(2);
const server = Server({ games: [Counting], origins: ["*"], db: new FlatFile({ dir: folder }) });
await server.run(Number(port), () => process.send?.("ready"));
