import type { GameSummary } from '#contract/games.ts'

/** New games come last, those that are gone drop out. */
export function inKnownOrder(
  games: readonly GameSummary[],
  order: readonly string[],
): readonly GameSummary[] {
  const place = ({ slug }: GameSummary) => (order.includes(slug) ? order.indexOf(slug) : order.length)
  return games.toSorted((a, b) => place(a) - place(b))
}
