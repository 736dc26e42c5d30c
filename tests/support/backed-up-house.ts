import { randomUUID } from 'node:crypto'
import { placeBet } from '#contract/play.ts'
import { createLogger } from '#server/base/logger.ts'
import { runBackup, type BackupCommand } from '#server/backup/backup.command.ts'
import { readRoundsOfDay } from '#server/crash/crash-day.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type DatabaseConfig } from '#server/db/open-database.ts'
import { grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { createReceiptKeys } from '#server/play/receipt-keys.ts'
import { sealNextDay } from '#server/seal/seal-day.ts'
import { seed } from '#server/seed.ts'
import { createPlayers } from './players.ts'
import { beginPair } from './seed-pair.ts'

const DAY_MS = 24 * 60 * 60_000
const COIN = 'usdt-tron'
const GRANT = 1_000_000_000n

/** A house whose player bet two days ago, which is sealed, and bets now. */
export async function openBackedUpHouse(config: DatabaseConfig) {
  const { db, close } = await openDatabase(config, createLogger('silent'))
  await migrate(db, seed)
  const time = { now: Date.now() - 2 * DAY_MS }
  const players = await createPlayers(db, {}, { time })
  const player = await players.newPlayer()
  await postTransaction(db, grantPracticeMoney({ player: player.uid, coin: COIN, amount: GRANT }), time.now)
  await beginPair(player)

  /** @returns the bet's id and moment, once it is acknowledged */
  const bet = async () => {
    const body = { idempotencyKey: randomUUID(), game: 'dice', coin: COIN, stake: '1' }
    const { data } = await player.call(placeBet, {
      body: { ...body, params: { side: 'over', target: 5_050 } },
    })
    if (data.status !== 'settled') throw new Error('The bet is open')
    return { id: data.bet.id, at: new Date(time.now) }
  }
  const { secrets, clock } = players.services
  const sealing = {
    db,
    secrets,
    clock,
    keys: createReceiptKeys({ db, secrets, clock }),
    build: { version: '1.0.0', files: null },
    readCrashRounds: readRoundsOfDay,
  }
  await bet()
  await players.wait(2 * DAY_MS)
  const days: string[] = []
  for (let day = await sealNextDay(sealing); day !== null; day = await sealNextDay(sealing)) days.push(day)
  return {
    db,
    days,
    /** Bets at the moment of the machine. */
    bet: () => {
      time.now = Date.now()
      return bet()
    },
    async close() {
      await players.play.close()
      await close()
    },
  }
}

/** Runs a command as an operator does. */
export async function backup(
  env: Record<string, string>,
  command: BackupCommand,
  signal = new AbortController().signal,
) {
  const lines: string[] = []
  const isWhole = await runBackup(env, command, { write: (line) => void lines.push(line), signal })
  return { isWhole, lines, text: lines.join('\n') }
}
