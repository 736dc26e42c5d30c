import * as v from 'valibot'
import { DICE_OUTCOMES, parseDiceParams } from '#fair/dice.ts'
import { parseLimboParams } from '#fair/limbo.ts'
import { parsePlinkoParams } from '#fair/plinko.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import {
  AmountSchema,
  ClientSeedSchema,
  CountSchema,
  HashSchema,
  MinesOutcomeSchema,
  MinesParamsSchema,
  OpenedSchema,
} from './account-record.ts'

const COMMON = {
  sequence: CountSchema,
  id: v.string(),
  time: CountSchema,
  stake: AmountSchema,
  multiplier: CountSchema,
  payout: AmountSchema,
  serverSeedHash: HashSchema,
  clientSeed: ClientSeedSchema,
  nonce: CountSchema,
}
/** A schema made of a parser of `src/fair`, which throws at what it does not take. */
const parsedBy = <T>(parse: (value: unknown) => T) =>
  v.pipe(
    v.unknown(),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      try {
        return parse(dataset.value)
      } catch {
        addIssue({ message: 'Not the parameters of this game' })
        return NEVER
      }
    }),
  )

const BetRecordSchema = v.variant('game', [
  v.object({
    ...COMMON,
    game: v.literal('dice'),
    params: parsedBy(parseDiceParams),
    outcome: v.pipe(CountSchema, v.maxValue(DICE_OUTCOMES - 1)),
  }),
  v.object({
    ...COMMON,
    game: v.literal('limbo'),
    params: parsedBy(parseLimboParams),
    outcome: v.pipe(CountSchema, v.minValue(100)),
  }),
  v.object({
    ...COMMON,
    game: v.literal('plinko'),
    params: parsedBy(parsePlinkoParams),
    outcome: v.pipe(v.array(v.picklist(['L', 'R'])), v.readonly()),
  }),
  v.object({
    ...COMMON,
    game: v.literal('mines'),
    params: MinesParamsSchema,
    outcome: MinesOutcomeSchema,
    opened: OpenedSchema,
    /** Idempotency keys of the steps: one for each tile, and one more when the player cashed out. */
    keys: v.array(v.string()),
    startedAt: CountSchema,
  }),
])
/** A settled bet as stored. Its server seed is in the record of the revealed pair. */
export type BetRecord = v.InferOutput<typeof BetRecordSchema>
export type MinesBetRecord = Extract<BetRecord, { game: 'mines' }>

/** The stored bet; undefined when it is damaged. */
export function readBet(stored: unknown): BetRecord | undefined {
  const result = v.safeParse(BetRecordSchema, stored)
  return result.success ? result.output : undefined
}

/** A revealed seed pair as stored. */
const PairRecordSchema = v.object({
  sequence: CountSchema,
  serverSeed: v.string(),
  serverSeedHash: HashSchema,
  clientSeed: ClientSeedSchema,
  betCount: CountSchema,
  revealedAt: CountSchema,
})
export type PairRecord = v.InferOutput<typeof PairRecordSchema>

export function readPair(stored: unknown): PairRecord | undefined {
  const result = v.safeParse(PairRecordSchema, stored)
  return result.success ? result.output : undefined
}

/** The bet as screens know it. `serverSeed` is null while it is secret. */
export function toSettledBet(record: BetRecord, serverSeed: string | null): SettledBet {
  const { id, time, stake, multiplier, payout, serverSeedHash, clientSeed, nonce } = record
  const shared = {
    id,
    time,
    stake,
    multiplier,
    payout,
    opened: record.game === 'mines' ? record.opened : [],
    seeds: { serverSeedHash, serverSeed, clientSeed, nonce },
  }
  // One branch a game keeps parameters and outcome of the same game together.
  switch (record.game) {
    case 'dice':
      return { ...shared, game: record.game, params: record.params, outcome: record.outcome }
    case 'limbo':
      return { ...shared, game: record.game, params: record.params, outcome: record.outcome }
    case 'plinko':
      return { ...shared, game: record.game, params: record.params, outcome: record.outcome }
    case 'mines':
      return { ...shared, game: record.game, params: record.params, outcome: record.outcome }
  }
}
