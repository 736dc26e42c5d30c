import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  cancelCrashBet,
  cashOutCrashBet,
  getCrash,
  placeCrashBet,
  type CrashSnapshot,
  type CrashStatus,
} from '#contract/crash.ts'
import { cashOut, placeBet, startAutoPlay, takeStep, type PlayAnswer } from '#contract/play.ts'
import { minesOutcome } from '#rules/mines/mines.ts'
import { createStream } from '#fair/stream.ts'
import { checkLedger } from '#server/books/check-ledger.ts'
import { booksTermsOf } from '#server/books/books-terms.ts'
import { grantBonus } from '#server/bonuses/grant-bonus.ts'
import { readConfig } from '#server/config/config.ts'
import { readRoundsOfDay } from '#server/crash/crash-day.ts'
import type { Database } from '#server/db/tables.ts'
import { turnOf } from '#server/gifts/gift-wheel.ts'
import { createReceiptKeys } from '#server/play/receipt-keys.ts'
import { dayAfter, dayOf, endOfDay } from '#fair/seal.ts'
import { sealNextDay, SEALS_AFTER_MS } from '#server/seal/seal-day.ts'
import { giveMoney, termsWithGiven } from './books.ts'
import { openCrashHouse, testBeacon } from './crash-house.ts'
import { openDepositWorld } from './deposit-world.ts'
import { GAME_PARAMS, INSTANT_GAMES } from './game-params.ts'
import type { Player } from './players.ts'
import { beginPair } from './seed-pair.ts'

const USDT = 1_000_000n
const COIN = 'usdt-tron'
const SOL = 'sol-solana'
/** The crash point of its rounds, in hundredths, except void ones. */
export const CRASHES_AT = 160

/** A round without progress for this time is stuck. */
const STUCK_MS = 60_000

export type PlayedHouse = Awaited<ReturnType<typeof openPlayedHouse>>

/**
 * A house after honest play of everything: every game by hand and by auto-play, with a bonus, two coins whose price
 * moves, two pairs of seeds, rounds left open and lapsed, Crash with every end of a bet, two sealed days, and a check
 * of the ledger in between.
 */
export async function openPlayedHouse(db: Database) {
  const beacon = testBeacon()
  beacon.isWanted = (point) => point === CRASHES_AT
  const house = await openCrashHouse(db, { beacon, times: { bettingMs: 1_500, beaconMs: 1_000 } })
  const { players } = house
  const deposits = await openDepositWorld(db, Date.now() - 60_000)
  const newPlayer = async () => {
    const one = await players.newPlayer()
    await giveMoney(db, { player: one.uid, coin: COIN, amount: 1_000n * USDT }, Date.now())
    await beginPair(one)
    return one
  }
  const [player, other, late] = [await newPlayer(), await newPlayer(), await newPlayer()]
  await deposits.send(await deposits.addressOf(player.uid, SOL), 10_000n * USDT)
  deposits.pass(30)
  await deposits.round({ onCredited: grantBonus })

  const idOf = (answer: PlayAnswer) => (answer.status === 'settled' ? answer.bet.id : answer.round.id)
  const bet = async (
    game: string,
    params: object,
    {
      of = player,
      coin = COIN,
      stake = '10',
      autoPlay = undefined as { id: string; step: number } | undefined,
    } = {},
  ) => {
    const body = { idempotencyKey: randomUUID(), game, coin, stake, params: { ...params } }
    return idOf((await of.call(placeBet, { body: { ...body, ...(autoPlay && { autoPlay }) } })).data)
  }
  const step = (id: string, one: object, of = player) =>
    of.call(takeStep, { params: { id }, body: { idempotencyKey: randomUUID(), step: { ...one } } })
  const cash = (id: string, of = player) =>
    of.call(cashOut, { params: { id }, body: { idempotencyKey: randomUUID() } })
  const reveal = (tile: number) => ({ type: 'reveal', tile })
  /** Tiles without a mine, computed from the seeds. */
  const gemsOf = async (mines: number, of = player) => {
    const { pair, rounds } = await players.stateOf(of.uid)
    const round = rounds.find(({ game }) => game === 'mines')
    if (!pair || !round) throw new Error('No round of mines is open')
    const drawn = minesOutcome(createStream({ ...pair, nonce: round.nonce })).slice(0, mines)
    return Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !drawn.includes(tile))
  }
  const auto = async (of: Player, plan: object) =>
    (
      await of.call(startAutoPlay, {
        body: {
          idempotencyKey: randomUUID(),
          game: 'dice',
          coin: COIN,
          count: null,
          highestStake: '100',
          stopOnLoss: null,
          stopOnProfit: null,
          stopOnSingleWin: null,
          ...plan,
        },
      })
    ).data.id

  const bets: Record<string, string> = {}
  for (const game of INSTANT_GAMES) bets[game] = await bet(game, GAME_PARAMS[game].params)
  bets['sol'] = await bet('dice', GAME_PARAMS.dice.params, { coin: SOL, stake: '0.5' })
  await db.updateTable('coin').set({ price_usd: '431.5' }).where('id', '=', SOL).execute()
  // Bets see a changed price after a second.
  await sleep(1_100)
  bets['solLater'] = await bet('dice', GAME_PARAMS.dice.params, { coin: SOL, stake: '0.5' })

  bets['mines'] = await bet('mines', { mines: 3 })
  for (const tile of (await gemsOf(3)).slice(0, 2)) await step(bets['mines'], reveal(tile))
  await cash(bets['mines'])
  bets['minesLost'] = await bet('mines', { mines: 24 })
  const gems = await gemsOf(24)
  await step(bets['minesLost'], reveal(gems.includes(0) ? 1 : 0))
  bets['planned'] = await bet('mines', { mines: 1, tiles: [3, 4] })
  bets['hilo'] = await bet('hilo', { startCard: '7D' })
  await step(bets['hilo'], { type: 'skip' })
  await cashOrGuess(bets['hilo'])
  /** Guesses once, and cashes out after a right guess. */
  async function cashOrGuess(id: string) {
    const guesses = ['higher-or-same', 'higher', 'same', 'lower-or-same', 'lower']
    for (const guess of guesses) {
      const { status, data } = await step(id, { type: 'guess', guess }).then(async (answer) =>
        answer.status === 200 ? { status: 200, data: answer.data } : { status: answer.status, data: null },
      )
      if (status !== 200) continue
      if (data?.status === 'open') await cash(id)
      return
    }
  }
  bets['lapsed'] = await bet('mines', { mines: 5 })
  await players.play.lapse(player.uid, bets['lapsed'], Date.now() + 1_000)
  bets['giftWheel'] = idOf(
    await players.play.free(player.uid, {
      ...turnOf(player.uid, readConfig({}).rewards),
      key: randomUUID(),
    }),
  )
  await beginPair(player)
  bets['secondPair'] = await bet('limbo', GAME_PARAMS.limbo.params)

  const dice = { side: 'over', target: 5_050 }
  const counted = await auto(player, { count: 3 })
  const steps: string[] = []
  for (const one of [1, 2, 3])
    steps.push(await bet('dice', dice, { stake: '2', autoPlay: { id: counted, step: one } }))
  const losing = await auto(player, { stopOnLoss: '3' })
  // One in a thousand wins; the third is the last that the stop allows.
  for (const one of [1, 2, 3]) {
    const body = {
      idempotencyKey: randomUUID(),
      game: 'dice',
      coin: COIN,
      stake: '1',
      params: { side: 'over', target: 9_990 },
    }
    await player.call(placeBet, { body: { ...body, autoPlay: { id: losing, step: one } } })
  }

  const look = async (): Promise<CrashSnapshot> => (await player.call(getCrash)).data
  async function reach(wanted: CrashStatus, not?: string): Promise<string> {
    const until = performance.now() + STUCK_MS
    while (performance.now() < until) {
      const { round } = await look()
      if (round.status === wanted && round.id !== not) return round.id
      await sleep(10)
    }
    throw new Error(`No round was ${wanted}`)
  }
  async function over(id: string): Promise<void> {
    const until = performance.now() + STUCK_MS
    while (performance.now() < until) {
      const row = await db.selectFrom('crash_round').select('status').where('id', '=', id).executeTakeFirst()
      if (row?.status === 'settled' || row?.status === 'void') return
      await sleep(10)
    }
    throw new Error(`Round ${id} does not end`)
  }
  const crash = async (
    of: Player,
    more: { stake?: string; autoAt?: number; autoPlay?: { id: string; step: number } } = {},
  ) =>
    (
      await of.call(placeCrashBet, {
        body: { idempotencyKey: randomUUID(), coin: COIN, stake: '10', ...more },
      })
    ).data.bet.id
  const rounds: string[] = []
  const crashRun = await auto(other, { game: 'crash', count: 2 })
  const first = await reach('betting', (await look()).round.id)
  bets['crashWon'] = await crash(player, { autoAt: 1.5 })
  bets['crashHalf'] = await crash(player)
  bets['crashLost'] = await crash(other, { autoAt: 5, autoPlay: { id: crashRun, step: 1 } })
  bets['crashCancelled'] = await crash(late)
  await late.call(cancelCrashBet, { params: { id: bets['crashCancelled'] } })
  await reach('running')
  const half = () =>
    player.call(cashOutCrashBet, {
      params: { id: bets['crashHalf'] ?? '' },
      body: { idempotencyKey: randomUUID(), share: 50 },
    })
  // The curve must begin first.
  for (let answer = await half(); answer.status !== 200; answer = await half()) await sleep(50)
  await over(first)
  rounds.push(first)
  beacon.isSilent = true
  const silent = await reach('betting', first)
  bets['crashVoid'] = await crash(other, { autoAt: 2, autoPlay: { id: crashRun, step: 2 } })
  await over(silent)
  rounds.push(silent)
  beacon.isSilent = false
  const third = await reach('betting', silent)
  bets['crashByHand'] = await crash(player, { autoAt: 1.2 })
  await over(third)
  rounds.push(third)
  await house.close()

  const { secrets } = players.services
  const today = dayOf(Date.now())
  const sealAt = async (day: string) => {
    const clock = () => endOfDay(day) + SEALS_AFTER_MS + 1_000
    await sealNextDay({
      db,
      secrets,
      clock,
      keys: createReceiptKeys({ db, secrets, clock }),
      readCrashRounds: readRoundsOfDay,
      build: { version: '1.0.0', files: null },
    })
  }
  const terms = termsWithGiven(booksTermsOf(readConfig({})))
  bets['last'] = await bet('limbo', GAME_PARAMS.limbo.params, { of: other })
  await sql`insert into admin_action (at, by_name, by_user, why, action, what)
    select now(), 'Mei', 'mei', 'a test', 'code stop', jsonb_build_object('code', n) from generate_series(1, 3) n`.execute(
    db,
  )
  await sealAt(today)
  const checked = await checkLedger(db, terms, { sliceBudgetMs: 0 })
  if (checked.faults.length > 0) throw new Error(JSON.stringify(checked.faults))
  // A bet of the next day, which is not over.
  await sealAt(dayAfter(today))
  bets['unsealed'] = await bet('limbo', GAME_PARAMS.limbo.params, { of: late })
  bets['openMines'] = await bet('mines', { mines: 3 })
  const [gem = 0] = await gemsOf(3)
  await step(bets['openMines'], reveal(gem))
  await players.play.close()
  const { rows: closed } = await sql<{ n: string }>`select count(*) as n from bet`.execute(db)
  return {
    db,
    secrets,
    terms,
    at: Date.now(),
    today,
    rounds,
    gem,
    counted,
    losing,
    crashRun,
    steps,
    player: player.uid,
    other: other.uid,
    late: late.uid,
    settled: Number(closed[0]?.n),
    bets: bets as Readonly<Record<string, string>>,
    betOf: (name: string) => bets[name] ?? '0',
  }
}
