// Lengths of games, put together for a chart.

export interface Bin {
  from: number
  to: number
  games: number
}
const NICE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500]

/** Return how many games lasted from so many rounds to so many, in at most `most` steps of a round width. */
export function bins(rounds: number[], most = 8): Bin[] {
  if (!rounds.length) return []
  const [shortest, longest] = [Math.min(...rounds), Math.max(...rounds)]
  const width = NICE.find((size) => Math.floor(longest / size) - Math.floor(shortest / size) < most) ?? Math.ceil((longest - shortest + 1) / most)
  const first = Math.floor(shortest / width)
  return Array.from({ length: Math.floor(longest / width) - first + 1 }, (_, n) => {
    const from = (first + n) * width
    return { from, to: from + width - 1, games: rounds.filter((length) => length >= from && length < from + width).length }
  })
}

/** Return the middle of some lengths; of an even number the lower one. */
export function median(rounds: number[]): number {
  return [...rounds].sort((one, other) => one - other)[Math.floor((rounds.length - 1) / 2)] ?? 0
}
