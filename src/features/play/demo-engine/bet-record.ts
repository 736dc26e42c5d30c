import * as v from 'valibot'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { RoundGame } from '#rules/games.ts'
import {
  AmountSchema,
  asSettled,
  ClientSeedSchema,
  coinOf,
  CountSchema,
  HashSchema,
  isOfRounds,
  PLAYED,
  readByRules,
  seenOf,
  type Played,
} from './played-record.ts'

const BetFieldsSchema = v.object({
  ...PLAYED,
  sequence: CountSchema,
  time: CountSchema,
  multiplier: CountSchema,
  payout: AmountSchema,
  /** Of a round. */
  startedAt: v.optional(CountSchema),
})
const BetRecordSchema = v.pipe(BetFieldsSchema, readByRules<v.InferOutput<typeof BetFieldsSchema>>())
/** A settled bet as stored. Its server seed is in the record of the revealed pair. */
export type BetRecord = v.InferOutput<typeof BetRecordSchema>
/** One of a round. */
export type RoundBetRecord = BetRecord & Played<RoundGame> & { readonly startedAt: number }

/** The stored bet; undefined when it is damaged. */
export function readBet(stored: unknown): BetRecord | undefined {
  const result = v.safeParse(BetRecordSchema, stored)
  return result.success ? result.output : undefined
}

/** The stored bet of a round that is over; undefined when there is none. */
export function readRoundBet(stored: unknown): RoundBetRecord | undefined {
  const bet = readBet(stored)
  return bet && isOfRounds(bet) && bet.startedAt !== undefined
    ? { ...bet, startedAt: bet.startedAt }
    : undefined
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
  const { id, game, time, params, stake, multiplier, payout, outcome } = record
  const { serverSeedHash, clientSeed, nonce } = record
  return asSettled({
    id,
    game,
    time,
    params,
    stake,
    multiplier,
    payout,
    outcome,
    ...coinOf(record),
    seeds: { serverSeedHash, serverSeed, clientSeed, nonce },
    ...seenOf(record),
  })
}
