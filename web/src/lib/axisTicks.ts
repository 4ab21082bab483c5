const STEPS = [1, 2, 5]

/** Ticks of an axis: round numbers from below the lowest to above the highest value, about five of them. */
export function axisTicks(low: number, high: number): number[] {
  const wide = Math.max(1, (high - low) / 5)
  const ten = 10 ** Math.floor(Math.log10(wide))
  const step = ten * (STEPS.find((one) => one * ten >= wide) ?? 10)
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}
