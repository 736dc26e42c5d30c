import * as v from 'valibot'
import { MINES_MAX, MINES_MIN, MINES_TILES, mineTiles, minesGems, minesMultiplier } from '#fair/mines.ts'
import { payoutOf } from '#fair/multiplier.ts'
import {
  clientSeedFrom,
  hashServerSeed,
  isClientSeed,
  isServerSeed,
  SERVER_SEED_BYTES,
  serverSeedFrom,
} from '#fair/seeds.ts'
import type { OpenRound, SeedPair } from '#features/play/play-engine.ts'

export const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const AmountSchema = v.pipe(v.bigint(), v.minValue(0n))
const ServerSeedSchema = v.pipe(v.string(), v.check(isServerSeed))
export const ClientSeedSchema = v.pipe(v.string(), v.check(isClientSeed))
export const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const TileSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MINES_TILES - 1))
const isDistinct = (values: number[]) => new Set(values).size === values.length
/** Tiles in the order they were opened. */
export const OpenedSchema = v.pipe(v.array(TileSchema), v.check(isDistinct))
export const MinesOutcomeSchema = v.pipe(v.array(TileSchema), v.length(MINES_TILES - 1), v.check(isDistinct))
export const MinesParamsSchema = v.object({
  mines: v.pipe(v.number(), v.integer(), v.minValue(MINES_MIN), v.maxValue(MINES_MAX)),
})

/** An open round with what is hidden in it. Never leaves the engine. */
const RoundRecordSchema = v.pipe(
  v.object({
    id: v.string(),
    game: v.literal('mines'),
    startedAt: CountSchema,
    params: MinesParamsSchema,
    stake: AmountSchema,
    outcome: MinesOutcomeSchema,
    opened: OpenedSchema,
    /** Idempotency key of each step taken, so that a repeated one is answered and not taken again. */
    keys: v.array(v.string()),
    serverSeedHash: HashSchema,
    clientSeed: ClientSeedSchema,
    nonce: CountSchema,
  }),
  v.check(
    ({ params, outcome, opened }) =>
      opened.length < minesGems(params) && opened.every((tile) => !mineTiles(outcome, params).includes(tile)),
    'A round with a mine open, or with every gem, is over',
  ),
)
export type RoundRecord = v.InferOutput<typeof RoundRecordSchema>

/** What the view of an open round is made of; a settled one has it too. */
type RoundFacts = Omit<RoundRecord, 'outcome' | 'keys'>

/** The whole money state of demonstration play: one record, so that it changes as one. */
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

/** The stored account; undefined when it is none. */
export function readAccount(stored: unknown): AccountRecord | undefined {
  const result = v.safeParse(AccountRecordSchema, stored)
  return result.success ? result.output : undefined
}

export function createServerSeed(random: RandomSource): { seed: string; hash: string } {
  const seed = serverSeedFrom(random(new Uint8Array(SERVER_SEED_BYTES)))
  return { seed, hash: hashServerSeed(seed) }
}

/** An account with fresh seeds that nobody has bet with. */
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
/** What the player may see of the seeds. */
export function toSeedPair(account: AccountRecord): SeedPair {
  const { serverSeedHash, clientSeed, nonce, nextServerSeedHash } = account
  return { serverSeedHash, clientSeed, nonce, nextServerSeedHash }
}

/** What the player may see of a round after `steps` of its tiles. */
export function toOpenRound(record: RoundFacts, steps = record.opened.length): OpenRound {
  const { id, game, startedAt, params, stake } = record
  const multiplier = steps > 0 ? minesMultiplier(params, steps) : undefined
  const nextMultiplier = minesMultiplier(params, steps + 1)
  return {
    id,
    game,
    startedAt,
    params,
    stake,
    opened: record.opened.slice(0, steps),
    multiplier,
    payout: multiplier === undefined ? undefined : payoutOf(stake, multiplier),
    nextMultiplier,
    nextPayout: payoutOf(stake, nextMultiplier),
    seeds: {
      serverSeedHash: record.serverSeedHash,
      serverSeed: null,
      clientSeed: record.clientSeed,
      nonce: record.nonce,
    },
  }
}
