import type { Arithmetic } from '#fair/arithmetic.ts'
import type { ExplainedDraw } from '#fair/explain.ts'
import type { PlayGame } from '#rules/games.ts'

/** What the steps of one game are worded from. */
export interface StepsProps<G extends PlayGame> {
  arithmetic: Extract<Arithmetic, { game: G }>
  draws: readonly ExplainedDraw[]
}
