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
  /** Only a round has it. */
  startedAt: v.optional(CountSchema),
})
const BetRecordSchema = v.pipe(BetFieldsSchema, readByRules<v.InferOutput<typeof BetFieldsSchema>>())
/** Without the server seed, which is in the record of the revealed pair. */
export type BetRecord = v.InferOutput<typeof BetRecordSchema>
export type RoundBetRecord = BetRecord & Played<RoundGame> & { readonly startedAt: number }

/** Undefined for a record that is damaged. */
export function readBet(stored: unknown): BetRecord | undefined {
  const result = v.safeParse(BetRecordSchema, stored)
  return result.success ? result.output : undefined
}

export function readRoundBet(stored: unknown): RoundBetRecord | undefined {
  const bet = readBet(stored)
  return bet && isOfRounds(bet) && bet.startedAt !== undefined
    ? { ...bet, startedAt: bet.startedAt }
    : undefined
}

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

/** @param serverSeed null while it is secret */
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
