// Two players who count in turn, by moves that only the server may make: what a screen shows has been stored.
export const Counting = {
  name: "counting",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { count: { move: ({ G }) => void G.count++, client: false } },
};
