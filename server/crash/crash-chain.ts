import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { sha256, type Secrets } from '#server/identity/secrets.ts'

/** About a year of rounds. */
export const CHAIN_GAMES = 2 ** 20
/** Every hash at such a distance is kept, encrypted. */
const CHECKPOINT_EVERY = 1_024
/** Steps between which the process does other work: a few milliseconds. */
const STEPS_AT_ONCE = 2_048
/** Then the successor is published: half of a chain takes longer than 70 days, as a round takes 12 s at least. */
const isHalfPlayed = ({ length, played }: { readonly length: number; readonly played: number }) =>
  2 * played >= length

export interface Chain {
  readonly id: number
  readonly lastHash: string
  readonly length: number
  readonly publishedAt: Date
}

export interface ChainState extends Chain {
  /** Games that have begun, including the one that goes on. */
  readonly played: number
  /** Null before it is prepared. */
  readonly successor: Chain | null
  /** The newest first. */
  readonly earlier: readonly Chain[]
}

export interface CrashChains {
  /** The chain that is played; the first one is made when it is asked for. */
  state(): Promise<ChainState>
  /** The place of the next game. A chain that is at its end gives way to its successor. */
  next(): Promise<{ readonly chain: Chain; readonly game: number }>
  /** Secret until the game is over. */
  hashOf(chain: number, game: number): Promise<string>
  byId(id: number): Promise<Chain>
}

interface ChainOptions {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
  readonly clock: Clock
  readonly length?: number | undefined
}

/** Does the same as `previousCrashHash`, three times as fast: a chain has a million hashes. */
const hashBefore = (gameHash: string): string => sha256(gameHash).toString('hex')

const purposeOf = (lastHash: string, game: number) => `crash-checkpoint ${lastHash} ${game}`

interface ChainContext {
  readonly db: Database
  readonly secrets: ChainOptions['secrets']
  readonly clock: Clock
  readonly length: number
  readonly chains: Map<number, Chain>
  segment: Segment | undefined
  making: Promise<void> | undefined
}

interface Segment {
  readonly chain: number
  readonly from: number
  readonly hashes: readonly string[]
}

/**
 * Chains of hashes: each game's hash leads by SHA-256 to the one before, so that all of them were fixed when the last
 * one was published. Only checkpoints are kept; the hashes between two of them are computed when they are needed.
 */
export function createCrashChains({ db, secrets, clock, length = CHAIN_GAMES }: ChainOptions): CrashChains {
  const context: ChainContext = {
    db,
    secrets,
    clock,
    length,
    chains: new Map(),
    segment: undefined,
    making: undefined,
  }
  return {
    state: () => readState(context),
    next: () => nextGame(context),
    hashOf: (chain, game) => hashOf(context, chain, game),
    byId: (id) => chainById(context, id),
  }
}

async function readState(context: ChainContext): Promise<ChainState> {
  const { db } = context
  const chain = await current(context)
  const ended = await db
    .selectFrom('crash_chain')
    .selectAll()
    .where('state', '=', 'ended')
    .orderBy('id', 'desc')
    .execute()
  return {
    ...chain,
    played: await playedOf(db, chain),
    successor: await find(db, 'next'),
    earlier: ended.map(chainOf),
  }
}

async function nextGame(context: ChainContext): Promise<{ readonly chain: Chain; readonly game: number }> {
  const { db } = context
  const chain = await current(context)
  const played = await playedOf(db, chain)
  if (played < chain.length) {
    if (isHalfPlayed({ length: chain.length, played }) && !(await find(db, 'next')))
      await makeOnce(context, 'next')
    return { chain, game: played + 1 }
  }
  await replace(context, chain)
  return { chain: await current(context), game: 1 }
}

async function hashOf(context: ChainContext, chain: number, game: number): Promise<string> {
  const { segment } = context
  const known = segment?.chain === chain && segment.hashes[game - segment.from] !== undefined
  const { from, hashes } = known ? segment : (context.segment = await readSegment(context, chain, game))
  const hash = hashes[game - from]
  if (hash === undefined) throw new RangeError(`Chain ${chain} has no game ${game}`)
  return hash
}

async function chainById({ db, chains }: ChainContext, id: number): Promise<Chain> {
  const known = chains.get(id)
  if (known) return known
  const row = await db.selectFrom('crash_chain').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  chains.set(id, chainOf(row))
  return chainOf(row)
}

async function current(context: ChainContext): Promise<Chain> {
  const known = await find(context.db, 'current')
  if (known) return known
  await makeOnce(context, 'current')
  const made = await find(context.db, 'current')
  if (!made) throw new Error('No chain of games was made')
  return made
}

async function find(db: Database, state: 'next' | 'current'): Promise<Chain | null> {
  const row = await db.selectFrom('crash_chain').selectAll().where('state', '=', state).executeTakeFirst()
  return row ? chainOf(row) : null
}

async function playedOf(db: Database, { id }: Chain): Promise<number> {
  const { played } = await db
    .selectFrom('crash_round')
    .select(sql<number>`coalesce(max(game), 0)`.as('played'))
    .where('chain', '=', id)
    .executeTakeFirstOrThrow()
  return Number(played)
}

const makeOnce = (context: ChainContext, state: 'next' | 'current'): Promise<void> =>
  (context.making ??= make(context, state).finally(() => {
    context.making = undefined
  }))

async function make({ db, secrets, clock, length }: ChainContext, state: 'next' | 'current'): Promise<void> {
  const checkpoints: { game: number; hash: string }[] = []
  let hash = randomBytes(32).toString('hex')
  for (let game = length; game > 0; game -= 1) {
    if (game % CHECKPOINT_EVERY === 0 || game === length) checkpoints.push({ game, hash })
    hash = hashBefore(hash)
    if (game % STEPS_AT_ONCE === 0) await breathe()
  }
  const lastHash = hash
  await db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('crash_chain')
      .values({ state, last_hash: lastHash, length, published_at: new Date(clock()) })
      // Another process was first: its chain is the one.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    await trx
      .insertInto('crash_checkpoint')
      .values(
        checkpoints.map(({ game, hash: secret }) => ({
          chain: made.id,
          game,
          sealed: secrets.encrypt(purposeOf(lastHash, game), Buffer.from(secret, 'hex')),
        })),
      )
      .execute()
  })
}

async function replace(context: ChainContext, chain: Chain): Promise<void> {
  if (!(await find(context.db, 'next'))) await makeOnce(context, 'next')
  await context.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('crash_chain')
      .set({ state: 'ended' })
      .where('id', '=', chain.id)
      .where('state', '=', 'current')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await trx.updateTable('crash_chain').set({ state: 'current' }).where('state', '=', 'next').execute()
  })
}

async function readSegment(context: ChainContext, chain: number, game: number): Promise<Segment> {
  const { db, secrets } = context
  const { lastHash } = await chainById(context, chain)
  const { game: last, sealed } = await db
    .selectFrom('crash_checkpoint')
    .select(['game', 'sealed'])
    .where('chain', '=', chain)
    .where('game', '>=', game)
    .orderBy('game')
    .limit(1)
    .executeTakeFirstOrThrow()
  const hashes = [secrets.decrypt(purposeOf(lastHash, last), sealed).toString('hex')]
  const from = Math.max(1, last - CHECKPOINT_EVERY + 1)
  for (let at = last; at > from; at -= 1) hashes.push(hashBefore(hashes.at(-1) ?? ''))
  return { chain, from, hashes: hashes.reverse() }
}

const chainOf = (row: { id: number; last_hash: string; length: number; published_at: Date }): Chain => ({
  id: row.id,
  lastHash: row.last_hash,
  length: row.length,
  publishedAt: row.published_at,
})
