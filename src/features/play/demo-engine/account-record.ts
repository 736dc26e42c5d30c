import * as v from 'valibot'
import { payoutOf } from '#fair/multiplier.ts'
import {
  clientSeedFrom,
  hashServerSeed,
  isServerSeed,
  SERVER_SEED_BYTES,
  serverSeedFrom,
} from '#fair/seeds.ts'
import type { OpenRound, SeedPair } from '#features/play/play-engine.ts'
import { rulesOf } from '#rules/games.ts'
import {
  AmountSchema,
  asOpen,
  ClientSeedSchema,
  coinOf,
  CountSchema,
  HashSchema,
  isOfRounds,
  isStillOpen,
  PLAYED,
  readByRules,
  seenOf,
} from './played-record.ts'

const ServerSeedSchema = v.pipe(v.string(), v.check(isServerSeed))

const RoundFieldsSchema = v.object({ ...PLAYED, startedAt: CountSchema })
/** Holds what is hidden from the player: it never leaves the engine. */
const RoundRecordSchema = v.pipe(
  RoundFieldsSchema,
  readByRules<v.InferOutput<typeof RoundFieldsSchema>>(),
  v.guard(isOfRounds),
  v.check((round) => isStillOpen(rulesOf(round.game), round), 'A step has ended the round'),
)
export type RoundRecord = v.InferOutput<typeof RoundRecordSchema>

/** One record, so that balance, seeds and rounds change as one. */
const AccountRecordSchema = v.pipe(
  v.object({
    /** Names this account; another one begins with every reset. */
    startedAt: CountSchema,
    /** Grows with every change. */
    revision: CountSchema,
    balance: AmountSchema,
    /** Secret until the pair is rotated. */
    serverSeed: ServerSeedSchema,
    serverSeedHash: HashSchema,
    clientSeed: ClientSeedSchema,
    nonce: CountSchema,
    /** Secret, and committed to before the client seed it is played with is chosen. */
    nextServerSeed: ServerSeedSchema,
    nextServerSeedHash: HashSchema,
    rounds: v.array(RoundRecordSchema),
    /** Sequence of the last bet settled and of the last pair revealed. */
    lastBet: CountSchema,
    lastPair: CountSchema,
  }),
  v.check(
    (account) =>
      hashServerSeed(account.serverSeed) === account.serverSeedHash &&
      hashServerSeed(account.nextServerSeed) === account.nextServerSeedHash,
    'A server seed is not the one that was committed to',
  ),
)
export type AccountRecord = v.InferOutput<typeof AccountRecordSchema>

const CLIENT_SEED_BYTES = 10

/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
export type RandomSource = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

/** Undefined for a record that is damaged. */
export function readAccount(stored: unknown): AccountRecord | undefined {
  const result = v.safeParse(AccountRecordSchema, stored)
  return result.success ? result.output : undefined
}

export function createServerSeed(random: RandomSource): { seed: string; hash: string } {
  const seed = serverSeedFrom(random(new Uint8Array(SERVER_SEED_BYTES)))
  return { seed, hash: hashServerSeed(seed) }
}

/** With fresh seeds. */
export function createAccount(
  random: RandomSource,
  now: number,
  kept: Pick<AccountRecord, 'balance' | 'rounds' | 'lastBet' | 'lastPair'>,
): AccountRecord {
  const current = createServerSeed(random)
  const next = createServerSeed(random)
  return {
    startedAt: now,
    revision: 1,
    balance: kept.balance,
    serverSeed: current.seed,
    serverSeedHash: current.hash,
    clientSeed: clientSeedFrom(random(new Uint8Array(CLIENT_SEED_BYTES))),
    nonce: 0,
    nextServerSeed: next.seed,
    nextServerSeedHash: next.hash,
    rounds: kept.rounds,
    lastBet: kept.lastBet,
    lastPair: kept.lastPair,
  }
}
/** Without the secrets. */
export function toSeedPair(account: AccountRecord): SeedPair {
  const { serverSeedHash, clientSeed, nonce, nextServerSeedHash } = account
  return { serverSeedHash, clientSeed, nonce, nextServerSeedHash }
}

/** Without what is hidden, after so many of its steps. A settled bet can be shown as the round that it was. */
export function toOpenRound(record: Omit<RoundRecord, 'keys'>, steps = record.steps.length): OpenRound {
  const { id, game, startedAt, params, stake, serverSeedHash, clientSeed, nonce } = record
  const position = { ...record, steps: record.steps.slice(0, steps) }
  const multiplier = rulesOf(game).value(position)
  return asOpen({
    id,
    game,
    startedAt,
    params,
    stake,
    ...coinOf(record),
    multiplier,
    payout: multiplier === undefined ? undefined : payoutOf(stake, multiplier),
    seeds: { serverSeedHash, serverSeed: null, clientSeed, nonce },
    ...seenOf(record, steps),
  })
}
