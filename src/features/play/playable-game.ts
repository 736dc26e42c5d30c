import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Arithmetic } from '#rules/checks.ts'
import type { PlayGame } from '#rules/games.ts'
import type { SharedGame } from '#rules/play-games.ts'
import type { ExplainedDraw } from '#verify/explain.ts'
import type { SettledBet, SettledCrashBet } from './play-engine.ts'

/** In the player's language. */
export interface ResultWords {
  /** From hundredths: 5_967 is `59.67`. */
  hundredths(value: number): string
  say(message: MessageDescriptor): string
}

export interface StepsProps<G extends PlayGame> {
  arithmetic: Extract<Arithmetic, { game: G }>
  draws: readonly ExplainedDraw[]
}

interface NamedGame<G> {
  readonly slug: G
  /** Where the catalogue need not be loaded. */
  readonly name: MessageDescriptor
  readonly Icon: LucideIcon
}

/** For screens that show bets of any game. The game's own screen is in `app/play-screens.ts`. */
export interface PlayableGame<G extends PlayGame> extends NamedGame<G> {
  /** In a few words. */
  resultOf(bet: SettledBet<G>, words: ResultWords): string
  /** From the fractions drawn to what they pay; fetched with the first bet that is looked at. */
  readonly Steps: ComponentType<StepsProps<G>>
}

export interface PlayableSharedGame<G extends SharedGame> extends NamedGame<G> {
  /** All there is to know about one bet; fetched with the first one that is looked at. */
  readonly BetDetails: ComponentType<{ bet: SettledCrashBet }>
}

/** Every game that has rules: leaving one out does not compile. */
export type PlayableGames = { readonly [G in PlayGame]: PlayableGame<G> } & {
  readonly [G in SharedGame]: PlayableSharedGame<G>
}
