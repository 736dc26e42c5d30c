import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { sha256, type Secrets } from '#server/identity/secrets.ts'

/** About a year of rounds. */
export const CHAIN_GAMES = 2 ** 20
/** The hash of every so many games is kept, encrypted. */
const CHECKPOINT_EVERY = 1_024
/** Steps between which the process does something else: a few milliseconds. */
const STEPS_AT_ONCE = 2_048
/** From here on the successor is published: half of a chain takes longer than 70 days, as a round takes 12 s at least. */
const isHalfPlayed = ({ length, played }: { readonly length: number; readonly played: number }) =>
  2 * played >= length

export interface Chain {
  readonly id: number
  readonly lastHash: string
  readonly length: number
  readonly publishedAt: Date
}

export interface ChainState extends Chain {
  /** Games that have begun, the one that goes on included. */
  readonly played: number
  /** Null before it is prepared. */
  readonly successor: Chain | null
  /** Those that were played before, the newest first. */
  readonly earlier: readonly Chain[]
}

export interface CrashChains {
  /** The chain that is played; the first one is made when it is asked for. */
  state(): Promise<ChainState>
  /** The place of the next game. A chain that is at its end gives way to its successor. */
  next(): Promise<{ readonly chain: Chain; readonly game: number }>
  /** Secret until the game is over. */
  hashOf(chain: number, game: number): Promise<string>
  /** By its id. */
  byId(id: number): Promise<Chain>
}

interface ChainOptions {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
  readonly clock: Clock
  /** Games of a chain; shorter in tests. */
  readonly length?: number | undefined
}

/** As `previousCrashHash`, three times as fast: a chain has a million. */
const hashBefore = (gameHash: string): string => sha256(gameHash).toString('hex')

const purposeOf = (lastHash: string, game: number) => `crash-checkpoint ${lastHash} ${game}`

/**
 * Chains of hashes: each game's hash leads by SHA-256 to the one before, so that all of them were fixed when the last
 * one was published. Only checkpoints are kept; the hashes between two of them are computed when they are needed.
 */
export function createCrashChains({ db, secrets, clock, length = CHAIN_GAMES }: ChainOptions): CrashChains {
  const chains = new Map<number, Chain>()
  /** Hashes up to the last checkpoint that was used, by game. */
  let segment:
    { readonly chain: number; readonly from: number; readonly hashes: readonly string[] } | undefined

  async function find(state: 'next' | 'current'): Promise<Chain | null> {
    const row = await db.selectFrom('crash_chain').selectAll().where('state', '=', state).executeTakeFirst()
    return row ? chainOf(row) : null
  }

  async function make(state: 'next' | 'current'): Promise<void> {
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

  let making: Promise<void> | undefined
  const makeOnce = (state: 'next' | 'current') =>
    (making ??= make(state).finally(() => {
      making = undefined
    }))

  async function current(): Promise<Chain> {
    const known = await find('current')
    if (known) return known
    await makeOnce('current')
    const made = await find('current')
    if (!made) throw new Error('No chain of games was made')
    return made
  }

  async function playedOf({ id }: Chain): Promise<number> {
    const { played } = await db
      .selectFrom('crash_round')
      .select(sql<number>`coalesce(max(game), 0)`.as('played'))
      .where('chain', '=', id)
      .executeTakeFirstOrThrow()
    return Number(played)
  }

  async function replace(chain: Chain): Promise<void> {
    if (!(await find('next'))) await makeOnce('next')
    await db.transaction().execute(async (trx) => {
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

  async function readSegment(chain: number, game: number): Promise<typeof segment> {
    const { lastHash } = await byId(chain)
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

  async function byId(id: number): Promise<Chain> {
    const known = chains.get(id)
    if (known) return known
    const row = await db.selectFrom('crash_chain').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    chains.set(id, chainOf(row))
    return chainOf(row)
  }

  return {
    byId,
    async state() {
      const chain = await current()
      const ended = await db
        .selectFrom('crash_chain')
        .selectAll()
        .where('state', '=', 'ended')
        .orderBy('id', 'desc')
        .execute()
      return {
        ...chain,
        played: await playedOf(chain),
        successor: await find('next'),
        earlier: ended.map(chainOf),
      }
    },
    async next() {
      const chain = await current()
      const played = await playedOf(chain)
      if (played < chain.length) {
        if (isHalfPlayed({ length: chain.length, played }) && !(await find('next'))) await makeOnce('next')
        return { chain, game: played + 1 }
      }
      await replace(chain)
      return { chain: await current(), game: 1 }
    },
    async hashOf(chain, game) {
      if (segment?.chain !== chain || segment.hashes[game - segment.from] === undefined) {
        segment = await readSegment(chain, game)
      }
      const hash = segment?.hashes[game - segment.from]
      if (hash === undefined) throw new RangeError(`Chain ${chain} has no game ${game}`)
      return hash
    },
  }
}

const chainOf = (row: { id: number; last_hash: string; length: number; published_at: Date }): Chain => ({
  id: row.id,
  lastHash: row.last_hash,
  length: row.length,
  publishedAt: row.published_at,
})
