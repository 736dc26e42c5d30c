import { randomUUID } from 'node:crypto'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { placeBet } from '#contract/play.ts'
import { guardedDialect } from '#server/db/guarded-dialect.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import type { Tables } from '#server/db/tables.ts'
import { crashOutcome } from '#rules/crash/crash.ts'
import { createCrashChains } from '#server/crash/crash-chain.ts'
import { readRoundsOfDay } from '#server/crash/crash-day.ts'
import { createReceiptKeys } from '#server/play/receipt-keys.ts'
import { sealNextDay, SEALS_AFTER_MS } from '#server/seal/seal-day.ts'
import { giveMoney } from './books.ts'
import { createPlayers, PASSWORD } from './players.ts'
import { beginPair } from './seed-pair.ts'

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
const COIN = 'usdt-tron'
const BETS = [
  { game: 'dice', params: { side: 'over', target: 5_050 } },
  { game: 'limbo', params: { target: 200 } },
  { game: 'keno', params: { risk: 'classic', picks: [1, 2, 3] } },
  { game: 'wheel', params: { segments: 10, risk: 'low' } },
] as const

export interface SealedHouse {
  /** A data directory for a server. */
  readonly dataDir: string
  readonly player: { readonly email: string; readonly password: string }
  /** A sealed day, and a day that the server seals when it starts. */
  readonly days: readonly [string, string]
  /** Ids of a bet on each of those days, and of one on an unsealed day. */
  readonly bets: readonly [string, string, string]
}

/** The data of a house whose player has bet on two past days, one of them sealed, and today. */
export async function makeSealedHouse(template: string): Promise<SealedHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'koi-sealed-'))
  await cp(template, dataDir, { recursive: true })
  const lite = await PGlite.create(join(dataDir, 'pglite'))
  const db = new Kysely<Tables>({ dialect: guardedDialect(pgliteDialect(lite), { hasLocks: false }) })
  const players = await createPlayers(db)
  // In the first minutes of a day, the previous day is not due yet.
  const today = Math.floor((Date.now() - SEALS_AFTER_MS - MINUTE_MS) / DAY_MS) * DAY_MS
  const noon = (daysAgo: number) => today - daysAgo * DAY_MS + DAY_MS / 2
  const { time } = players
  time.now = noon(2)
  // The signing key must be older than today, too.
  await db
    .updateTable('receipt_key')
    .set({ from_at: new Date(noon(3)) })
    .execute()
  const player = await players.newPlayer()
  await giveMoney(db, { player: player.uid, coin: COIN, amount: 1_000_000_000n }, time.now)
  await beginPair(player)
  const betAll = async (): Promise<string> => {
    // Backdates the player; other rows of the template are from today.
    await db
      .updateTable('session')
      .set({ last_used_at: new Date(time.now), expires_at: new Date(time.now + DAY_MS) })
      .where('account_id', '=', player.uid)
      .execute()
    let id = ''
    for (const { game, params } of BETS) {
      time.now += 2_000
      const body = { idempotencyKey: randomUUID(), game, coin: COIN, stake: '1', params: { ...params } }
      const { data } = await player.call(placeBet, { body })
      if (data.status === 'settled') id = data.bet.id
    }
    return id
  }
  const dayOf = () => new Date(time.now).toISOString().slice(0, 10)
  const chains = createCrashChains({
    db,
    secrets: players.services.secrets,
    clock: players.services.clock,
    length: 64,
  })
  const { id: chain } = await chains.state()
  /** A round of Crash that ended at that time. */
  const playCrash = async (game: number) => {
    const gameHash = await chains.hashOf(chain, game)
    const [at, salt] = [new Date(time.now), `salt of game ${game}`]
    await db
      .insertInto('crash_round')
      .values({
        chain,
        game,
        epoch: '1',
        status: 'settled',
        game_hash: gameHash,
        salt,
        rest: 'lost',
        point: crashOutcome(gameHash, salt),
        beacon_round: String(game),
        beacon_signature: null,
        begun_at: at,
        locks_at: at,
        locked_at: at,
        start_at: at,
        ended_at: at,
      })
      .execute()
  }

  const [first, firstDay] = [await betAll(), dayOf()]
  for (const game of [1, 2, 3]) await playCrash(game)
  const { secrets, clock } = players.services
  const keys = createReceiptKeys({ db, secrets, clock })
  time.now = noon(1)
  const build = { version: '1.0.0', files: null }
  await sealNextDay({ db, secrets, clock, keys, build, readCrashRounds: readRoundsOfDay })
  const [second, secondDay] = [await betAll(), dayOf()]
  await playCrash(4)
  // Reveals the bets so far.
  await beginPair(player)
  time.now = Date.now() - MINUTE_MS
  const third = await betAll()
  await players.play.close()
  await db.destroy()
  return {
    dataDir,
    player: { email: player.email, password: PASSWORD },
    days: [firstDay, secondDay],
    bets: [first, second, third],
  }
}
