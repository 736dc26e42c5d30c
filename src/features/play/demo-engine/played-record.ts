import * as v from 'valibot'
import { FairnessError } from '#fair/fairness-error.ts'
import { isClientSeed } from '#fair/seeds.ts'
import type { OpenRound, SettledBet } from '#features/play/play-engine.ts'
import {
  isPlayGame,
  isRoundGame,
  rulesOf,
  type AnyRoundRules,
  type PlayGame,
  type RoundGame,
} from '#rules/games.ts'
import { DEMO_COIN, EARLIER_DEMO_COIN } from './demo-coin.ts'

export const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const AmountSchema = v.pipe(v.bigint(), v.minValue(0n))
export const ClientSeedSchema = v.pipe(v.string(), v.check(isClientSeed))
export const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** What is stored of every bet, open or settled, before its game's rules have read their part. */
export const PLAYED = {
  id: v.string(),
  game: v.pipe(v.string(), v.check(isPlayGame)),
  params: v.unknown(),
  outcome: v.unknown(),
  stake: AmountSchema,
  // What was stored before bets named their coin was of the demonstration's.
  coin: v.pipe(
    v.optional(v.string(), DEMO_COIN.coin),
    v.transform((coin) => (coin === EARLIER_DEMO_COIN ? DEMO_COIN.coin : coin)),
  ),
  decimals: v.optional(CountSchema, DEMO_COIN.decimals),
  steps: v.optional(v.array(v.unknown())),
  /** Tiles of Mines, as steps were stored when no other game had any. */
  opened: v.optional(v.array(v.unknown())),
  /** Idempotency keys of the steps: one for each, and one more when the player cashed out. */
  keys: v.optional(v.array(v.string()), []),
  serverSeedHash: HashSchema,
  clientSeed: ClientSeedSchema,
  nonce: CountSchema,
}
type Stored = v.InferOutput<v.ObjectSchema<typeof PLAYED, undefined>>

/** The part of a record that its game's rules have read. */
export interface Played<G extends PlayGame = PlayGame> {
  readonly game: G
  readonly params: unknown
  readonly outcome: unknown
  readonly steps: readonly unknown[]
}

/** Has the rules of its game read a record: the same record, or an issue. */
export const readByRules = <T extends Stored>() =>
  v.rawTransform<T, Omit<T, keyof Played | 'opened'> & Played>(({ dataset, addIssue, NEVER }) => {
    try {
      return readPlayed(dataset.value)
    } catch (error) {
      addIssue({ message: error instanceof FairnessError ? error.message : 'Not a bet of this game' })
      return NEVER
    }
  })

function readPlayed<T extends Stored>(stored: T): Omit<T, keyof Played | 'opened'> & Played {
  const { game, params, outcome, steps: kept, opened, ...record } = stored
  const rules = rulesOf(game)
  const steps = kept ?? opened?.map((tile) => ({ type: 'reveal', tile })) ?? []
  return {
    ...record,
    game: rules.slug,
    params: rules.parseParams(params),
    outcome: rules.parseOutcome(outcome),
    steps: rules.kind === 'round' ? steps.map((step) => rules.parseStep(step)) : [],
  }
}

/** A round or a bet of a game that has steps. */
export const isOfRounds = <T extends Played>(record: T): record is T & Played<RoundGame> =>
  isRoundGame(record.game)

/** The coin of a bet's amounts. */
export const coinOf = ({ coin, decimals }: { readonly coin: string; readonly decimals: number }) => ({
  coin,
  decimals,
  symbol: DEMO_COIN.symbol,
  isDemo: coin === DEMO_COIN.coin,
})

/** What its player may see of it after so many of its steps; nothing in games without any. */
export function seenOf(record: Played, steps = record.steps.length): object {
  if (!isOfRounds(record)) return {}
  return rulesOf(record.game).view({ ...record, steps: record.steps.slice(0, steps) })
}

/** Whether a stored round still goes on: all of its steps are ones that its game allows, and none has ended it. */
export function isStillOpen(rules: AnyRoundRules, { params, outcome, steps }: Played): boolean {
  try {
    return steps.every((step, at) => {
      const position = { params, outcome, steps: steps.slice(0, at) }
      return rules.take(position, step) === undefined
    })
  } catch (error) {
    if (error instanceof FairnessError) return false
    throw error
  }
}

/** Parameters, outcome and what is seen belong to the game of the record, which the compiler cannot follow. */
export const asSettled = (bet: object): SettledBet => bet as SettledBet
export const asOpen = (round: object): OpenRound => round as OpenRound
