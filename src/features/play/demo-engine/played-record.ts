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

/** Fields of every stored bet, open or settled, before its game's rules have read theirs. */
export const PLAYED = {
  id: v.string(),
  game: v.pipe(v.string(), v.check(isPlayGame)),
  params: v.unknown(),
  outcome: v.unknown(),
  stake: AmountSchema,
  // Records from before bets named their coin are of demo play.
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

/** Read by the rules of the game. */
export interface Played<G extends PlayGame = PlayGame> {
  readonly game: G
  readonly params: unknown
  readonly outcome: unknown
  readonly steps: readonly unknown[]
}

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

export const isOfRounds = <T extends Played>(record: T): record is T & Played<RoundGame> =>
  isRoundGame(record.game)

export const coinOf = ({ coin, decimals }: { readonly coin: string; readonly decimals: number }) => ({
  coin,
  decimals,
  symbol: DEMO_COIN.symbol,
  isDemo: coin === DEMO_COIN.coin,
})

/** The fields that the player may see after so many steps; none in a game without steps. */
export function seenOf(record: Played, steps = record.steps.length): object {
  if (!isOfRounds(record)) return {}
  return rulesOf(record.game).view({ ...record, steps: record.steps.slice(0, steps) })
}

/** True if the game allows all stored steps and no step has ended the round. */
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

/** All fields belong to the game of the record, which the compiler cannot follow. */
export const asSettled = (bet: object): SettledBet => bet as SettledBet
export const asOpen = (round: object): OpenRound => round as OpenRound
