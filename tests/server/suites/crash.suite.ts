import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cancelCrashBet,
  cashOutCrashBet,
  getCrash,
  getCrashBetByKey,
  getCrashChain,
  getCrashLatency,
  listCrashRounds,
  placeCrashBet,
  type CrashBet,
  type CrashEvent,
  type CrashSnapshot,
  type CrashStatus,
} from '#contract/crash.ts'
import { listMessages } from '#contract/messages.ts'
import { getProgress } from '#contract/progress.ts'
import { getBet, listBets, listReceipts, listRounds, placeBet, startAutoPlay } from '#contract/play.ts'
import { REACTIONS, sendReaction, type Reaction, type ReactionEvent } from '#contract/reactions.ts'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { isCrashHashOf } from '#rules/crash/crash.ts'
import { dayOf } from '#fair/seal.ts'
import { parseSealedRound, sealedRoundText, type SealedRound } from '#rules/crash/seal-crash.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { crashEndOf, crashPointAt, crashTimeOf } from '#rules/crash/crash-curve.ts'
import { readRoundsOfDay } from '#server/crash/crash-day.ts'
import { takeLead } from '#server/crash/crash-leader.ts'
import { adoptedRound, beginRound, isOpen, newestRound } from '#server/crash/crash-rounds.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { EXPORTED_PLAY } from '#server/play/export-play.ts'
import { listReceiptKeys } from '#server/play/receipt-keys.ts'
import { readGamePlay, readLeaders, readPopularGames } from '#server/public-play/public-play.queries.ts'
import { readFigures } from '#server/transparency/transparency-report.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { openCrashHouse, QUICK, testBeacon, type CrashHouse } from '../../support/crash-house.ts'
import { beginPair } from '../../support/seed-pair.ts'
import { chainFault, isSigned, textOf } from '../../support/receipts.ts'
import { verifyWithNode } from '../../fair/receipt-house.ts'
import type { Player } from '../../support/players.ts'
import { repeats } from '../../core.ts'
import type { TestBackend } from './test-backend.ts'

const USDT = 1_000_000n
const COIN = 'usdt-tron'
const DICE = { side: 'over', target: 5_050 }
/** Time that must be left for bets when a test begins to place some. */
const ENOUGH_MS = QUICK.bettingMs - 400

/** Uses the real clock. */
export function crashSuite(backend: TestBackend): void {
  describe('Crash', { timeout: 60_000 }, () => {
    let db: Database
    let house: CrashHouse
    let player: Player
    const beacon = testBeacon()
    const others: CrashHouse[] = []

    beforeAll(async () => {
      db = await backend.fresh()
      house = await openCrashHouse(db, { beacon })
    })
    beforeEach(async () => {
      beacon.isSilent = false
      beacon.isWanted = (point) => point === 120
      player = await newPlayer()
    })
    afterEach(async () => {
      for (const other of others.splice(0)) await other.close()
    })
    afterAll(() => house.close())

    async function newPlayer(at = house) {
      const one = await at.players.newPlayer()
      await giveMoney(db, { player: one.uid, coin: COIN, amount: 1_000n * USDT }, Date.now())
      // A player with seeds has a row of play; Crash itself needs no seeds.
      return one
    }
    const held = async (of = player) =>
      (await balancesOf(db, of.uid)).find(({ coin }) => coin === COIN)?.available ?? 0n
    /** Stakes and payouts that limits count, in dollars. */
    const countedForLimits = async (of: Player) => {
      const rows = await db.selectFrom('play_hour').selectAll().where('account_id', '=', of.uid).execute()
      const sum = (column: 'staked' | 'paid') => rows.reduce((all, row) => all + Number(row[column]) / 1e8, 0)
      return [sum('staked'), sum('paid')]
    }
    const look = async (of = player): Promise<CrashSnapshot> => (await of.call(getCrash)).data
    async function reach(wanted: CrashStatus, of = player, not?: string): Promise<CrashSnapshot> {
      for (let tries = 0; tries < 800; tries += 1) {
        const snapshot = await look(of)
        if (snapshot.round.status === wanted && snapshot.round.id !== not) return snapshot
        await sleep(15)
      }
      throw new Error(`No round was ${wanted}`)
    }
    /** A round that has just opened for bets. @param not the id of a round to skip */
    async function betting(of = player, not?: string): Promise<CrashSnapshot> {
      const snapshot = await reach('betting', of, not)
      const { id, locksAt } = snapshot.round
      return (locksAt ?? 0) - Date.now() >= ENOUGH_MS ? snapshot : reach('betting', of, id)
    }
    async function over(round: string): Promise<CrashSnapshot['last'][number]> {
      for (let tries = 0; tries < 1_000; tries += 1) {
        const { rounds } = (await player.call(listCrashRounds)).data
        const found = rounds.find(({ id }) => id === round)
        if (found) return found
        await sleep(20)
      }
      throw new Error(`Round ${round} does not end`)
    }
    const place = (more: { stake?: string; autoAt?: number; key?: string } = {}, of = player) =>
      of.call(placeCrashBet, {
        body: {
          idempotencyKey: more.key ?? randomUUID(),
          coin: COIN,
          stake: more.stake ?? '1',
          ...(more.autoAt !== undefined && { autoAt: more.autoAt }),
        },
      })
    const cashOut = (id: string, share: 50 | 100 = 100, key: string = randomUUID(), of = player) =>
      of.call(cashOutCrashBet, { params: { id }, body: { idempotencyKey: key, share } })
    const find = async (key: string, of = player): Promise<CrashBet> =>
      (await of.call(getCrashBetByKey, { params: { key } })).data.bet

    it('moves from state to state, and does not reveal its end early', async () => {
      const events: CrashEvent[] = []
      const stop = house.feed.follow(['crash'], {
        onEvent: ({ data }) => void events.push(data as unknown as CrashEvent),
        onGap: () => {},
      })
      const { round, now } = await betting(player, (await look()).round.id)
      expect(round).toMatchObject({ gameHash: null, salt: null, point: null, startAt: null })
      expect((round.locksAt ?? 0) - now).toBeLessThanOrEqual(QUICK.bettingMs)
      const ended = await over(round.id)
      stop()
      expect(ended).toMatchObject({ status: 'settled', point: 1.2 })
      const told = events.flatMap((event) =>
        event.type === 'round' && event.round.id === round.id ? [event] : [],
      )
      expect(told.map((event) => event.round.status)).toEqual(
        expect.arrayContaining(['betting', 'locked', 'running', 'crashed', 'settled']),
      )
      expect(told.map(({ seq }) => seq)).toEqual([...told.map(({ seq }) => seq)].sort((a, b) => a - b))
      for (const { round: one } of told) {
        const isOver = ['crashed', 'settled'].includes(one.status)
        expect([one.status, one.point === null, one.gameHash === null]).toEqual([
          one.status,
          !isOver,
          !isOver,
        ])
      }
      const running = told.find((event) => event.round.status === 'running')
      // The start is told in advance, the end only afterwards. The bench measures the delay.
      const startAt = running?.round.startAt ?? 0
      expect(startAt).toBeGreaterThan(running?.now ?? Infinity)
      const crashed = told.find((event) => event.round.status === 'crashed')
      expect(crashed?.now).toBeGreaterThanOrEqual(startAt + crashEndOf(120))
      // The published hash proves that the result was fixed, and the verifier finds the same end.
      const chain = (await player.call(getCrashChain)).data
      expect(isCrashHashOf(chain.lastHash, ended.game, ended.gameHash ?? '')).toBe(true)
      expect(
        verifyBet({ game: 'crash', gameHash: ended.gameHash, salt: ended.salt, outcome: 1.2 }),
      ).toMatchObject({
        matches: true,
      })
    })

    it('pays a target exactly, up to the crash point itself, and loses those above', async () => {
      const { round } = await betting()
      const other = await newPlayer()
      const keys = [randomUUID(), randomUUID(), randomUUID()]
      await place({ autoAt: 1.1, key: keys[0] })
      await place({ autoAt: 1.2, key: keys[1] })
      await place({ autoAt: 1.21, key: keys[2] }, other)
      await over(round.id)
      const bets = [await find(keys[0] ?? ''), await find(keys[1] ?? ''), await find(keys[2] ?? '', other)]
      expect(bets.map(({ status, payout }) => [status, payout])).toEqual([
        ['settled', '1.1'],
        ['settled', '1.2'],
        ['settled', '0'],
      ])
      expect(bets[0]?.cashOuts).toEqual([
        { share: 100, by: 'target', multiplier: 1.1, payout: '1.1', arrivedMs: null, key: null },
      ])
      expect(await held()).toBe(1_000_300_000n)
      expect(await held(other)).toBe(999n * USDT)
      const { bets: history } = (await player.call(listBets)).data
      expect(history).toHaveLength(2)
      for (const { game, outcome, seeds } of history) {
        expect(verifyBet({ game, outcome, ...seeds })).toMatchObject({ matches: true })
      }
      expect((await player.call(getBet, { params: { id: bets[0]?.id ?? '' } })).data.receipts).toHaveLength(2)
    })

    it("pays the curve's value at the arrival of a cash-out, also for a half, once for each key", async () => {
      beacon.isWanted = (point) => point === 150
      const { round } = await betting()
      const { bet } = (await place({ stake: '2' })).data
      expect((await cashOut(bet.id)).code).toBe('round_not_running')
      const { round: running } = await reach('running')
      await sleep((running.startAt ?? 0) + 900 - Date.now())
      const key = randomUUID()
      const asked = Date.now()
      const answers = await Promise.all([
        cashOut(bet.id, 50, key),
        cashOut(bet.id, 50, key),
        cashOut(bet.id, 50, key),
      ])
      const answered = Date.now()
      const [half] = answers.map(({ data }) => data.bet)
      for (const { data } of answers) expect(data.bet).toEqual(half)
      expect(half).toMatchObject({ status: 'placed', cashOuts: [{ share: 50, by: 'player', key }] })
      const [cashedOut] = half?.cashOuts ?? []
      const arrivedMs = cashedOut?.arrivedMs ?? 0
      expect(cashedOut?.multiplier).toBe(crashPointAt(arrivedMs) / 100)
      const arrived = arrivedMs + (running.startAt ?? 0)
      // One of the two clocks has whole milliseconds only.
      expect(arrived).toBeGreaterThan(asked - 1)
      expect(arrived).toBeLessThanOrEqual(answered)
      await sleep(400)
      const rest = (await cashOut(bet.id)).data
      expect(rest.bet).toMatchObject({ status: 'settled', cashOuts: [{ share: 50 }, { share: 50 }] })
      expect((await cashOut(bet.id)).code).toBe('round_settled')
      expect((await cashOut(bet.id, 50, key)).data.bet.id).toBe(bet.id)
      expect(await find(key)).toMatchObject({ id: bet.id, status: 'settled' })
      const sum = rest.bet.cashOuts.reduce((all, each) => all + Number(each.payout), 0)
      expect(Number(rest.bet.payout)).toBeCloseTo(sum, 6)
      expect(await held()).toBe(998n * USDT + BigInt(Math.round(Number(rest.bet.payout) * 1e6)))
      await over(round.id)
      const { latency } = await look()
      expect(latency === null || latency.cashOuts > 0).toBe(true)
      expect(Object.keys((await player.call(getCrashLatency)).data ?? {})).toEqual(Object.keys(latency ?? {}))
      // Rounds are counted, with or without bets.
      const now = Date.now()
      const { roundsPerMinute } = await readGamePlay(db, 'crash', now)
      const { rounds } = (await player.call(listCrashRounds)).data
      const minutes = ((now % 3_600_000) + 3_600_000) / 60_000
      const played = rounds.filter(({ status }) => status === 'settled').length
      expect(Math.abs((roundsPerMinute ?? 0) * minutes - played)).toBeLessThan(1.5)
    })

    it('refuses a cash-out by hand below 1.01×, because it would cost nothing and still count', async () => {
      const { round } = await betting()
      const { bet } = (await place({ stake: '2' })).data
      const { round: running } = await reach('running')
      const startAt = running.startAt ?? 0
      const arriving = (ms: number, share: 50 | 100) =>
        house.crash.bets.cashOut(
          player.uid,
          bet.id,
          { idempotencyKey: randomUUID(), share },
          { at: startAt + ms, steady: performance.now() },
        )
      for (const ms of [0, 25, crashTimeOf(101) - 0.001]) {
        for (const share of [50, 100] as const) {
          await expect(arriving(ms, share)).rejects.toMatchObject({ code: 'round_not_running' })
        }
      }
      await sleep(startAt + 300 - Date.now())
      const half = await arriving(crashTimeOf(101), 50)
      expect(half.bet).toMatchObject({ status: 'placed', cashOuts: [{ share: 50, multiplier: 1.01 }] })
      await over(round.id)
      const { wageredUsd, edgeUsd } = (await player.call(getProgress)).data
      expect([wageredUsd, edgeUsd]).toEqual(['2', '0.02'])
    })

    it('takes two bets of a player, cancels one before the lock, and none afterwards', async () => {
      const { round } = await betting()
      const key = randomUUID()
      const first = (await place({ stake: '3', key })).data
      expect((await place({ stake: '3', key })).data.bet).toEqual(first.bet)
      expect((await place({ stake: '4', key })).code).toBe('key_reused')
      const second = (await place({ stake: '5' })).data
      expect((await place()).code).toBe('bets_full')
      const cancel = (id: string, of = player) => of.call(cancelCrashBet, { params: { id } })
      const stranger = await newPlayer()
      expect((await cancel(second.bet.id, stranger)).code).toBe('not_found')
      expect((await cancel(second.bet.id)).data.bet.status).toBe('cancelled')
      expect((await cancel(second.bet.id)).data.bet.status).toBe('cancelled')
      expect(await held()).toBe(997n * USDT)
      expect((await place({ stake: '7' })).code).toBe('ok')
      await reach('running')
      expect((await cancel(first.bet.id)).code).toBe('betting_closed')
      expect((await place()).code).toBe('betting_closed')
      expect((await cashOut(second.bet.id)).code).toBe('round_settled')
      expect((await cashOut(first.bet.id, 100, randomUUID(), stranger)).code).toBe('not_found')
      await over(round.id)
      expect(await held()).toBe(990n * USDT)
      // These bets have no seed pair, and are listed among the player's bets.
      const { bets } = (await player.call(listBets)).data
      expect(bets.map(({ endedBy, stake }) => [endedBy, stake])).toEqual([
        ['crash', '7'],
        ['cancelled', '5'],
        ['crash', '3'],
      ])
    })

    it('exports open bets, with their receipts in the chain', async () => {
      await betting()
      const { bet } = (await place({ stake: '2.5', autoAt: 1.1 })).data
      const open = () => EXPORTED_PLAY['round']?.read(db, player.uid, house.players.services.secrets)
      expect(await open()).toMatchObject([
        {
          id: bet.id,
          game: 'crash',
          coin: COIN,
          stake: '2.5',
          params: { target: 110 },
          steps: [],
          seeds: { round: bet.round },
        },
      ])
      const { rounds, receipts } = (await player.call(listRounds, { query: { receipts: 'true' } })).data
      expect(rounds).toEqual([])
      expect(receipts?.[bet.id]).toHaveLength(1)
      await over(bet.round)
      expect(await open()).toEqual([])
      // Finished bets are verified with their place in the chain.
      const proofs = createProofVerifier(verifyWithNode, await listReceiptKeys(db))
      const page = (await player.call(listBets, { query: { receipts: 'true' } })).data
      for (const { seeds, ...each } of page.bets) {
        proofs.take({ ...each, ...seeds, receipts: page.receipts?.[each.id] })
      }
      const game = { crashGames: 1, ofChain: 1, crashSalts: 0, signedSalts: 0 }
      expect(await proofs.finish()).toMatchObject([{ verified: 2, chain: 'whole', fromFirst: true }, game])
    })

    it('has receipts between those of a seed pair, which are read in the order of the chain', async () => {
      const dice = async () =>
        (
          await player.call(placeBet, {
            body: { idempotencyKey: randomUUID(), game: 'dice', coin: COIN, stake: '1', params: DICE },
          })
        ).data
      const chain = async (query: { serverSeedHash?: string; after?: string } = {}, of = player) =>
        (await of.call(listReceipts, { query })).data
      const first = (await beginPair(player)).current.serverSeedHash ?? ''
      await dice()
      const { round } = await betting()
      await place({ autoAt: 1.1 })
      await dice()
      await over(round.id)
      await dice()
      const second = (await beginPair(player)).current.serverSeedHash ?? ''
      await dice()
      const all = await chain()
      const games = (texts: typeof all.receipts) => texts.map((each) => textOf(each)['game'])
      expect(games(all.receipts)).toEqual(['dice', 'crash', 'dice', 'crash', 'dice', 'dice'])
      expect(chainFault(all.receipts)).toBeNull()
      expect(await chain({ serverSeedHash: first })).toEqual({
        receipts: all.receipts.slice(0, 5),
        next: null,
      })
      expect((await chain({ serverSeedHash: second })).receipts).toEqual(all.receipts.slice(5))
      expect((await chain({ after: '1-3' })).receipts).toEqual(all.receipts.slice(1, 3))
      expect(await chain({ serverSeedHash: first }, await newPlayer())).toEqual({ receipts: [], next: null })
      expect((await player.call(listReceipts, { query: { after: '1' } })).code).toBe('bad_request')
    })

    it('refuses an invalid bet', async () => {
      await betting()
      const raw = (body: object) => player.call(placeCrashBet, { body: body as never })
      const base = { idempotencyKey: randomUUID(), coin: COIN, stake: '1' }
      for (const autoAt of [1, 1.001, 0, -2, 1e9, 'two', null]) {
        expect((await raw({ ...base, autoAt })).code).toBe('bad_request')
      }
      expect((await raw({ ...base, stake: '0.0000001' })).code).toBe('bad_request')
      expect((await raw({ ...base, stake: '99999999' })).code).toBe('stake_too_large')
      expect((await raw({ ...base, coin: 'gold-moon' })).code).toBe('not_found')
      const cash = (body: object) =>
        player.call(cashOutCrashBet, { params: { id: '999999' }, body: body as never })
      expect((await cash({ idempotencyKey: randomUUID(), share: 30 })).code).toBe('bad_request')
      expect((await cash({ idempotencyKey: randomUUID() })).code).toBe('not_found')
      const { round } = await betting()
      expect((await place({ stake: '600' })).code).toBe('ok')
      expect((await place({ stake: '600' })).code).toBe('insufficient_funds')
      await over(round.id)
      expect(await held()).toBe(400n * USDT)
    })

    it('fixes the maximum payout with the bet, and cashes out there by itself', async () => {
      const { round } = await betting()
      const { bet } = (await place({ stake: '1', autoAt: 1_000_000 })).data
      expect(bet).toMatchObject({ autoAt: 1_000_000, status: 'placed' })
      expect(bet.capAt).toBeLessThan(1_000_000)
      await over(round.id)
    })

    it('refunds all stakes when the beacon is silent, in all counts', async () => {
      const before = (await look()).voids
      beacon.isSilent = true
      const { round } = await betting()
      const key = randomUUID()
      await place({ stake: '10', key })
      const ended = await over(round.id)
      expect(ended).toMatchObject({ status: 'void', point: null, salt: null })
      expect(ended.gameHash).not.toBeNull()
      beacon.isSilent = false
      expect(await find(key)).toMatchObject({ status: 'refunded', payout: '10' })
      const told = await db
        .selectFrom('message')
        .select('data')
        .where('account_id', '=', player.uid)
        .execute()
      expect(told.map(({ data }) => data)).toMatchObject([{ game: 'crash', amount: '10' }])
      expect(await held()).toBe(1_000n * USDT)
      for (let tries = 0; tries < 100 && (await look()).voids === before; tries += 1) await sleep(50)
      expect((await look()).voids).toBeGreaterThan(before)
      const [message] = (await player.call(listMessages)).data.messages
      expect(message?.content).toMatchObject({ kind: 'round-void', coin: 'usdt-tron', amount: '10' })
    })

    it('does not count a bet that the player cancelled or the house refunded', async () => {
      const counted = async () => ({
        game: (await readFigures(db, Date.now())).games.find(({ slug }) => slug === 'crash'),
        // Rounds go on meanwhile.
        play: { ...(await readGamePlay(db, 'crash', Date.now())), roundsPerMinute: null },
        popular: await readPopularGames(db, Date.now()),
        leaders: (await readLeaders(db, 'day', Date.now())).find(({ player: uid }) => uid === player.uid),
        wagered: (await player.call(getProgress)).data,
      })
      const before = await counted()
      beacon.isSilent = true
      /** Ids of a bet in a void round, and of one cancelled before; null if there was no time for both. */
      const giveBack = async () => {
        const { round } = await betting()
        const taken = await place({ stake: '20' })
        if (taken.code !== 'ok') return null
        const { id } = taken.data.bet
        const answers = [
          await player.call(cancelCrashBet, { params: { id } }),
          await place({ stake: '10', autoAt: 1.1 }),
        ]
        await over(round.id)
        const codes = answers.map(({ code }) => code)
        expect(codes.every((code) => code === 'ok' || code === 'betting_closed')).toBe(true)
        return codes.every((code) => code === 'ok') ? [answers[1]?.data.bet.id, id] : null
      }
      let ids = await giveBack()
      while (!ids) ids = await giveBack()
      beacon.isSilent = false
      const { bets } = (await player.call(listBets)).data
      const endOf = new Map(bets.map((bet) => [bet.id, bet.endedBy]))
      expect(ids.map((id) => endOf.get(id ?? ''))).toEqual(['void', 'cancelled'])
      expect(await counted()).toEqual(before)
      // A decided bet is counted once.
      const next = await betting()
      await place({ stake: '10', autoAt: 1.1 })
      await over(next.round.id)
      const after = await counted()
      expect([after.game?.bets, after.play.weekBets]).toEqual([
        (before.game?.bets ?? 0) + 1,
        before.play.weekBets + 1,
      ])
      expect(after.leaders).toMatchObject({ bets: '1' })
    })

    it('takes bets up to the last moment, and pays or loses each of them', async () => {
      const crowd = await Promise.all(Array.from({ length: 12 }, () => newPlayer()))
      const { round } = await betting()
      await sleep((round.locksAt ?? 0) - 12 - Date.now())
      const answers = await Promise.all(crowd.map((one) => place({ autoAt: 1.05 }, one)))
      const ended = await over(round.id)
      const taken = answers.filter(({ code }) => code === 'ok').length
      expect(answers.every(({ code }) => code === 'ok' || code === 'betting_closed')).toBe(true)
      expect(ended.bets).toBe(taken)
      for (const [index, one] of crowd.entries()) {
        expect(await held(one)).toBe(1_000n * USDT + (answers[index]?.code === 'ok' ? 50_000n : 0n))
      }
    })

    it('decides many cash-outs around the crash by their arrival: each is paid or lost', async () => {
      const crowd = await Promise.all(Array.from({ length: repeats(15, 50) }, () => newPlayer()))
      const { round } = await betting(player, (await look()).round.id)
      const asked = await Promise.all(
        crowd.flatMap((one) =>
          [place({}, one), place({}, one)].map(async (each) => ({ one, answer: await each })),
        ),
      )
      // A busy machine may not get to all of them before the betting ends.
      const placed = asked.filter(({ answer }) => answer.code !== 'betting_closed')
      expect(placed.map(({ answer }) => answer.code)).toEqual(placed.map(() => 'ok'))
      expect(placed.length).toBeGreaterThan(10)
      const { round: running } = await reach('running')
      const endAt = (running.startAt ?? 0) + crashEndOf(120)
      const tries = await Promise.all(
        placed.map(
          async (
            {
              one,
              answer: {
                data: { bet },
              },
            },
            index,
          ) => {
            // One after the other up to the end, and some after it.
            await sleep(endAt - 3 * (0.85 * placed.length - index) - Date.now())
            return { one, answer: await cashOut(bet.id, 100, randomUUID(), one) }
          },
        ),
      )
      const ended = await over(round.id)
      expect(ended.bets).toBe(placed.length)
      const sums = new Map(crowd.map((one) => [one, 1_000n * USDT]))
      for (const { one } of placed) sums.set(one, (sums.get(one) ?? 0n) - USDT)
      for (const { one, answer } of tries) {
        if (answer.code !== 'ok') {
          expect(answer.code).toBe('round_settled')
          continue
        }
        const { payout, cashOuts } = answer.data.bet
        const [part] = cashOuts
        expect((part?.arrivedMs ?? 0) + (running.startAt ?? 0)).toBeLessThan(endAt)
        expect(part?.multiplier).toBe(crashPointAt(part?.arrivedMs ?? 0) / 100)
        sums.set(one, (sums.get(one) ?? 0n) + BigInt(Math.round(Number(payout) * 1e6)))
      }
      for (const [one, sum] of sums) expect(await held(one)).toBe(sum)
      const paid = tries.filter(({ answer }) => answer.code === 'ok').length
      expect(paid).toBeGreaterThan(0)
      expect(paid).toBeLessThan(placed.length)
      for (const one of crowd) {
        const { bets } = (await one.call(listBets)).data
        expect(bets).toHaveLength(placed.filter((each) => each.one === one).length)
      }
    })

    it('refuses a cash-out whose key came before the crash for something else', async () => {
      const { round } = await betting()
      const bets = [(await place()).data.bet, (await place()).data.bet]
      const [first = '', second = ''] = bets.map(({ id }) => id)
      const { round: running } = await reach('running')
      const endAt = (running.startAt ?? 0) + crashEndOf(120)
      await sleep((running.startAt ?? 0) + 800 - Date.now())
      const [foreign, own, half] = [randomUUID(), randomUUID(), randomUUID()]
      expect((await cashOut('999999999', 100, foreign)).code).toBe('not_found')
      expect((await cashOut(first, 50, half)).code).toBe('ok')
      expect((await cashOut(first, 100, own)).code).toBe('ok')
      // The same key repeats its answer, and is refused for another bet or another share.
      expect((await cashOut(first, 50, half)).data.bet.cashOuts).toHaveLength(2)
      expect((await cashOut(first, 100, half)).code).toBe('key_reused')
      await sleep(endAt + 5 - Date.now())
      const late = await Promise.all([
        cashOut(second, 100, foreign),
        cashOut(second, 100, own),
        cashOut(second, 50, half),
      ])
      expect(late.map(({ code }) => code)).toEqual(['round_settled', 'key_reused', 'key_reused'])
      await over(round.id)
      expect(await find(bets[1]?.key ?? '')).toMatchObject({ status: 'settled', payout: '0', cashOuts: [] })
    })

    it('counts a late cash-out once, however often it is repeated', async () => {
      const { round } = await betting()
      const { bet } = (await place()).data
      const { round: running } = await reach('running')
      await sleep((running.startAt ?? 0) + crashEndOf(120) + 5 - Date.now())
      const lost = async () => {
        const sums = db.selectFrom('crash_latency').select((eb) => eb.fn.sum<string>('lost').as('lost'))
        return Number((await sums.executeTakeFirstOrThrow()).lost)
      }
      const before = await lost()
      const key = randomUUID()
      for (let times = 0; times < 3; times += 1) {
        expect((await cashOut(bet.id, 100, key)).code).toBe('round_settled')
      }
      await over(round.id)
      for (let tries = 0; tries < 400 && (await lost()) === before; tries += 1) await sleep(20)
      await sleep(100)
      expect((await lost()) - before).toBe(1)
      expect(await find(bet.key)).toMatchObject({ status: 'settled', payout: '0' })
    })

    it('counts a step of an auto-play, and takes no second step before it is decided', async () => {
      const lease = (
        await player.call(startAutoPlay, {
          body: {
            idempotencyKey: randomUUID(),
            game: 'crash',
            coin: COIN,
            count: 1,
            highestStake: '1',
            stopOnLoss: null,
            stopOnProfit: null,
            stopOnSingleWin: null,
          },
        })
      ).data
      const { round } = await betting()
      const step = (n: number) =>
        player.call(placeCrashBet, {
          body: {
            idempotencyKey: randomUUID(),
            coin: COIN,
            stake: '1',
            autoAt: 1.01,
            autoPlay: { id: lease.id, step: n },
          },
        })
      expect((await step(1)).code).toBe('ok')
      expect((await step(1)).code).toBe('auto_play_step_taken')
      await over(round.id)
      await betting()
      expect((await step(2)).code).toBe('auto_play_ended')
    })

    describe('in another process', () => {
      const join = async () => {
        const other = await openCrashHouse(await backend.openAnother(), { beacon, feed: house.feed })
        others.push(other)
        return other
      }
      /** Stops the leader in this state, as a kill would, and lets the other process take over. */
      async function takenOver(
        status: CrashStatus,
        prepare: () => Promise<void>,
        then: () => Promise<void> = async () => undefined,
      ) {
        const second = await join()
        const { round } = await betting()
        await prepare()
        await reach(status)
        await then()
        await house.crash.close()
        const ended = await over(round.id)
        others.push(house)
        others.splice(others.indexOf(second), 1)
        house = second
        return ended
      }

      it('takes bets and cash-outs for rounds that the first process leads', async () => {
        const second = await join()
        const { round } = await betting()
        const there = await second.players.newPlayer()
        await giveMoney(db, { player: there.uid, coin: COIN, amount: 10n * USDT }, Date.now())
        const { bet } = (await place({}, there)).data
        await reach('running')
        await sleep(700)
        expect((await cashOut(bet.id, 100, randomUUID(), there)).data.bet.status).toBe('settled')
        const ended = await over(round.id)
        expect(ended.bets).toBe(1)
      })

      it('answers a repeated cash-out of the first process, and refuses one for another share', async () => {
        const second = await join()
        const headers = { ...player.headers, 'access-token': player.token }
        const { round } = await betting()
        const { bet } = (await place()).data
        const { round: running } = await reach('running')
        await sleep((running.startAt ?? 0) + 400 - Date.now())
        const key = randomUUID()
        const half = (await cashOut(bet.id, 50, key)).data
        const again = (share: 50 | 100) =>
          second.players.call(cashOutCrashBet, {
            params: { id: bet.id },
            body: { idempotencyKey: key, share },
            headers,
          })
        expect((await again(100)).code).toBe('key_reused')
        expect((await again(50)).data).toEqual(half)
        await over(round.id)
        expect((await again(100)).code).toBe('key_reused')
        expect((await again(50)).data.bet.cashOuts).toEqual(half.bet.cashOuts)
      })

      it('records a cash-out soon, even if its player goes on betting elsewhere', async () => {
        beacon.isWanted = (point) => point === 150
        const second = await join()
        await beginPair(player)
        const headers = { ...player.headers, 'access-token': player.token }
        const { round } = await betting()
        const { bet } = (await place({ stake: '2' })).data
        const { round: running } = await reach('running')
        let played = 0
        let isOver = false
        const betOn = async () => {
          while (!isOver) {
            const body = {
              idempotencyKey: randomUUID(),
              game: 'dice',
              coin: COIN,
              stake: '0.1',
              params: DICE,
            }
            const { code } = await second.players.call(placeBet, { body, headers })
            if (code === 'ok') played += 1
          }
        }
        const elsewhere = [betOn(), betOn(), betOn()]
        await sleep((running.startAt ?? 0) + 300 - Date.now())
        await expect.poll(() => played).toBeGreaterThan(3)
        const askedAt = performance.now()
        const { data } = await cashOut(bet.id)
        const took = performance.now() - askedAt
        isOver = true
        await Promise.all(elsewhere)
        expect(data.bet).toMatchObject({ status: 'settled', cashOuts: [{ by: 'player' }] })
        expect(took).toBeLessThan(1_000)
        expect((await over(round.id)).status).toBe('settled')
      })

      it('refunds stakes when the leader dies during the betting', async () => {
        const key = randomUUID()
        const ended = await takenOver('betting', async () => void (await place({ stake: '4', key })))
        expect(ended.status).toBe('void')
        expect(await find(key)).toMatchObject({ status: 'refunded', payout: '4' })
        const told = await db
          .selectFrom('message')
          .select('data')
          .where('account_id', '=', player.uid)
          .execute()
        expect(told.map(({ data }) => data)).toMatchObject([{ game: 'crash', amount: '4' }])
      })

      it('cancels a round whose leader died before it took bets', async () => {
        await house.close()
        // Ends the remaining round, and begins no new one.
        const last = await openCrashHouse(db, { beacon, times: { restAfterMs: 0 } })
        const isOver = async () => {
          const row = await newestRound(db)
          return row !== undefined && !isOpen(row)
        }
        while (!(await isOver())) await sleep(20)
        await last.close()
        const before = await newestRound(db)
        const epoch = await takeLead(db, randomUUID(), 0)
        const { id } = await beginRound(db, epoch ?? '', {
          chain: before?.chain ?? 0,
          game: (before?.game ?? 0) + 1,
          at: Date.now(),
        })
        house = await openCrashHouse(db, { beacon })
        player = await newPlayer()
        expect(await over(String(id))).toMatchObject({ status: 'void', salt: null, bets: 0 })
        expect((await betting()).round.game).toBeGreaterThan((before?.game ?? 0) + 1)
      })

      it('draws the value for a locked round whose leader died before drawing', async () => {
        const keys = [randomUUID(), randomUUID()]
        const ended = await takenOver('locked', async () => {
          await place({ stake: '2', autoAt: 1.15, key: keys[0] })
          await place({ stake: '3', key: keys[1] })
          beacon.isSilent = true
          void reach('locked').then(() => setTimeout(() => (beacon.isSilent = false), 100))
        })
        expect(ended).toMatchObject({ status: 'settled', point: 1.2 })
        expect(await find(keys[0] ?? '')).toMatchObject({ status: 'settled', payout: '2.3' })
        expect(await find(keys[1] ?? '')).toMatchObject({ status: 'settled', payout: '0' })
      })

      it('continues a running round: targets are paid, the rest is refunded', async () => {
        const keys = [randomUUID(), randomUUID(), randomUUID()]
        const other = await newPlayer()
        let half: CrashBet | undefined
        const ended = await takenOver(
          'running',
          async () => {
            await place({ stake: '2', autoAt: 1.15, key: keys[0] })
            await place({ stake: '3', key: keys[1] })
            half = (await place({ stake: '4', key: keys[2] }, other)).data.bet
          },
          async () => {
            await sleep(600)
            half = (await cashOut(half?.id ?? '', 50, randomUUID(), other)).data.bet
          },
        )
        expect(ended).toMatchObject({ status: 'settled', point: 1.2 })
        // If a bet was paid in part, only that part counts: the rest was refunded.
        const paid = Number(half?.cashOuts[0]?.payout)
        const found = await find(keys[2] ?? '', other)
        expect(found).toMatchObject({ status: 'settled', cashOuts: [{ share: 50, by: 'player' }] })
        expect(Number(found.payout)).toBeCloseTo(paid + 2, 6)
        const { wageredUsd, edgeUsd } = (await other.call(getProgress)).data
        expect([wageredUsd, edgeUsd]).toEqual(['2', '0.02'])
        expect(await countedForLimits(other)).toEqual([2, paid])
        expect(await find(keys[0] ?? '')).toMatchObject({ payout: '2.3', cashOuts: [{ by: 'takeover' }] })
        expect(await find(keys[1] ?? '')).toMatchObject({ status: 'refunded', payout: '3' })
      })

      it('settles a crashed round: bets still in it are lost', async () => {
        const key = randomUUID()
        const ended = await takenOver('crashed', async () => void (await place({ stake: '2', key })))
        expect(ended.status).toBe('settled')
        expect(await find(key)).toMatchObject({ status: 'settled', payout: '0' })
      })
    })

    it('refuses writes of a leader that was replaced while it was suspended', async () => {
      const { round } = await betting()
      const key = randomUUID()
      await place({ stake: '2', key })
      await reach('running')
      const epoch = (await takeLead(db, randomUUID(), 0)) ?? ''
      const taken = await adoptedRound(db, epoch)
      expect(taken?.id).toBe(round.id)
      // Its lease expires, and the first process applies the rule for a round that crashed without a leader.
      const ended = await over(round.id)
      expect(ended).toMatchObject({ status: 'settled', point: 1.2 })
      expect(await find(key)).toMatchObject({ status: 'refunded', payout: '2' })
      const row = await db
        .selectFrom('crash_round')
        .selectAll()
        .where('id', '=', round.id)
        .executeTakeFirstOrThrow()
      expect(BigInt(row.epoch)).toBeGreaterThan(BigInt(epoch))
      // A finished round cannot change, and an older epoch cannot write.
      const back = db.updateTable('crash_round').set({ point: 500 }).where('id', '=', round.id).execute()
      await expect(back).rejects.toThrow()
    })

    it('leaves books and receipts intact', async () => {
      await over((await look()).round.id)
      const keys = await listReceiptKeys(db)
      const rows = await db
        .selectFrom('receipt')
        .selectAll()
        .orderBy('account_id')
        .orderBy('sequence')
        .execute()
      for (const uid of new Set(rows.map(({ account_id: id }) => id))) {
        const own = rows.filter(({ account_id: id }) => id === uid)
        const receipts = own.map(({ text, kid, signature }) => ({
          receipt: text,
          kid,
          signature: Buffer.from(signature).toString('base64url'),
        }))
        expect(chainFault(receipts)).toBeNull()
        expect(receipts.every((each) => isSigned(each, keys))).toBe(true)
      }
      const open = await db.selectFrom('round').select('id').execute()
      // A running round still has its stakes; all others are settled.
      expect(open.length).toBeLessThanOrEqual(2)
      expect(await faultsOf(db)).toEqual([])
    })

    it('lists the rounds of a day exactly as the seal of that day does', async () => {
      const day = dayOf(Date.now())
      const told: SealedRound[] = []
      const [newest] = (await player.call(listCrashRounds, { query: { day } })).data.rounds
      // In two pages, as on a busy day.
      for (const query of [{ day, after: newest?.id ?? '' }, { day }] as Record<string, string>[]) {
        const { data } = await player.call(listCrashRounds, { query })
        expect(data.day).toBe(day)
        told.push(...data.rounds.map(parseSealedRound))
      }
      const known = new Map(told.map((round) => [round.id, sealedRoundText(round)]))
      const sealed = await readRoundsOfDay(db, day)
      expect(sealed.length).toBeGreaterThan(10)
      expect([...known.values()].toSorted()).toEqual(sealed.toSorted())
      const before = await player.call(listCrashRounds, { query: { day: '2026-01-01' } })
      expect(before.data).toEqual({ rounds: [], next: null, day: '2026-01-01' })
    })

    it('tells reactions as counts, takes few from each player, and none during a break', async () => {
      const told: unknown[] = []
      const stop = house.feed.follow(['reactions'], {
        onEvent: ({ data }) => told.push(data),
        onGap: () => {},
      })
      const other = await newPlayer()
      const isReaction = (key: string) => REACTIONS.some((picture) => picture === key)
      const send = (by: Player, picture: Reaction) => by.call(sendReaction, { body: { picture } })
      const answers = [
        await send(player, 'koi'),
        await send(player, 'koi'),
        await send(other, 'wave'),
        await send(player, 'koi'),
        await send(player, 'koi'),
      ]
      expect(answers.map(({ code }) => code)).toEqual(['ok', 'ok', 'ok', 'ok', 'rate_limited'])
      const sumOf = (picture: Reaction) =>
        (told as ReactionEvent[]).reduce((sum, event) => sum + (event[picture] ?? 0), 0)
      await expect.poll(() => [sumOf('koi'), sumOf('wave')]).toEqual([3, 1])
      // The event names nobody: only which picture, and how often.
      expect(told.flatMap((event) => Object.keys(event as object)).filter((key) => !isReaction(key))).toEqual(
        [],
      )
      await other.call(takeTimeOut, { body: { hours: 24 } })
      expect((await send(other, 'tear')).code).toBe('break_active')
      stop()
    })

    it('rests when nobody is there, and resumes when somebody comes', async () => {
      await house.close()
      let isWatched = false
      house = await openCrashHouse(db, {
        beacon,
        times: { restAfterMs: 200 },
        isWatched: () => isWatched,
      })
      player = await newPlayer()
      await over((await look()).round.id)
      /** Game number of the newest round once it is over; reading it wakes nobody. */
      const gameOver = async () => {
        let row = await newestRound(db)
        for (; !row || isOpen(row); row = await newestRound(db)) await sleep(100)
        return row.game
      }
      // A round that began meanwhile ends first.
      let before = -1
      while (before !== (await gameOver())) {
        before = await gameOver()
        await sleep(2_000)
      }
      const { round } = await betting()
      expect(round.game).toBeGreaterThan(before)
      await over(round.id)
      // A watcher alone keeps it going.
      const watched = async () => ((await newestRound(db))?.game ?? 0) > round.game
      isWatched = true
      for (let tries = 0; tries < 400 && !(await watched()); tries += 1) await sleep(20)
      expect(await watched()).toBe(true)
    })
  })
}
