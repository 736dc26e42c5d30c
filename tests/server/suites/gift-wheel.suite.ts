import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getGiftWheel, turnGiftWheel } from '#contract/gift-wheel.ts'
import { getBet, listBets, placeBet, startAutoPlay, type PlayAnswer } from '#contract/play.ts'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { operate } from '#server/admin/admin.command.ts'
import { Refusal } from '#server/base/refusal.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { giftWheelEndpoints } from '#server/gifts/gift-wheel.endpoints.ts'
import { turnOf } from '#server/gifts/gift-wheel.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import type { PlayEngine } from '#server/play/play-engine.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { textOf } from '../../support/receipts.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const DAY_MS = 86_400_000
const { rewards } = readConfig({})

export function giftWheelSuite(backend: TestBackend): void {
  describe('the daily wheel', () => {
    let db: Database
    let players: Players
    let player: Player

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(
        db,
        {},
        { more: ({ db: on, clock, play }) => giftWheelEndpoints({ db: on, clock, play, rewards }) },
      )
    })
    beforeEach(async () => {
      player = await players.newPlayer()
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 1_000_000_000n }, players.time.now)
      await beginPair(player)
    })
    afterAll(() => players.play.close())

    /** Ten dollars with an edge of 1.01%: half a cent for the wheel. */
    const bet = async (game = 'dice') =>
      player.call(placeBet, {
        body: {
          idempotencyKey: randomUUID(),
          game,
          coin: COIN,
          stake: '10',
          params: game === 'dice' ? { side: 'over', target: 5050 } : {},
        },
      })
    const fill = async (bets: number) => {
      for (let n = 0; n < bets; n += 1) expect((await bet()).code).toBe('ok')
    }
    const look = async () => (await player.call(getGiftWheel)).data
    const turn = (key: string = randomUUID()) => player.call(turnGiftWheel, { body: { idempotencyKey: key } })
    const betOf = (answer: PlayAnswer) => {
      if (answer.status !== 'settled') throw new Error('It is open')
      return answer.bet
    }
    const held = async () =>
      (await balancesOf(db, player.uid)).find((each) => each.coin === COIN)?.available ?? 0n
    const units = (text: string) => BigInt(Math.round(Number(text) * 1e6))

    it('is filled by the edge of bets, pays what its part says, and stands until midnight (UTC)', async () => {
      expect(await look()).toMatchObject({ pot: '0', edgeUsd: '0', isReady: false, nextAt: null, last: null })
      expect((await turn()).code).toBe('conflict')
      await fill(1)
      expect(await look()).toMatchObject({ pot: '0.00505', edgeUsd: '0.101', isReady: false })
      expect((await turn()).code).toBe('conflict')
      await fill(3)
      expect(await look()).toMatchObject({ pot: '0.0202', edgeUsd: '0.404', shareBps: 500, isReady: true })
      const before = await held()
      const key = randomUUID()
      const answer = (await turn(key)).data
      const made = betOf(answer)
      expect(made).toMatchObject({
        game: 'gift-wheel',
        stake: '0.0202',
        params: {},
        free: true,
        seeds: { nonce: 4 },
      })
      const part = Number(made.outcome)
      expect(made.multiplier).toBe((GIFT_WHEEL_PARTS[part] ?? 0) / 10_000)
      expect(await held()).toBe(before + units(made.payout))
      expect(await look()).toMatchObject({
        pot: '0',
        isReady: false,
        nextAt: '2026-06-02T00:00:00.000Z',
        last: { bet: made.id, part, stake: '0.0202', payout: made.payout },
      })
      const asked = { subject: 'reward', verb: 'list', words: [`${player.uid}`], options: {} }
      const call = {
        db,
        secrets: players.services.secrets,
        now: players.time.now,
        rewards,
        maxPriceAgeMs: null,
      }
      const [turned] = await operate(call, { ...asked, by: undefined, why: undefined })
      expect(turned).toMatchObject({
        kind: 'gift-wheel',
        amount: made.payout,
        earnedBy: { bet: made.id, pot: '0.0202', edgeFrom: '0', edgeTo: '0.404', shareBps: 500 },
      })
      // A lost answer is asked for by the key; another turn is refused.
      expect((await turn(key)).data).toEqual(answer)
      await fill(4)
      expect((await turn()).code).toBe('conflict')
      expect(await look()).toMatchObject({ pot: '0.0202', isReady: false })
      await players.wait(DAY_MS / 2)
      expect(await look()).toMatchObject({ pot: '0.0202', isReady: true, nextAt: null })
      expect(betOf((await turn()).data)).toMatchObject({ stake: '0.0202' })

      const read = (await player.call(getBet, { params: { id: made.id } })).data
      expect(read.receipts.map(textOf)).toMatchObject([{ game: 'gift-wheel', free: true, outcome: part }])
      await beginPair(player)
      const { bets } = (await player.call(listBets, { query: { game: 'gift-wheel' } })).data
      expect(bets).toHaveLength(2)
      for (const { game, params, outcome, seeds, stake, multiplier, payout, coin } of bets) {
        const shown = { game, params, outcome, stake, multiplier, payout, coin, ...seeds }
        expect(verifyBet(shown)).toEqual({ game, outcome, matches: true })
      }
      expect(await faultsOf(db)).toEqual([])
    })

    it('turns once, however often it is asked at once by two processes', async () => {
      await fill(3)
      const another = players.newEngine(await backend.openAnother())
      const count = backend.name === 'PGlite' ? 40 : 500
      const spin = (engine: PlayEngine) =>
        engine.free(player.uid, { ...turnOf(player.uid, rewards), key: randomUUID() })
      const all = await Promise.allSettled(
        Array.from({ length: count }, (_, n) => spin(n % 2 === 0 ? players.play : another)),
      )
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const codes = all.flatMap((each) =>
        each.status === 'rejected'
          ? [each.reason instanceof Refusal ? each.reason.code : String(each.reason)]
          : [],
      )
      expect([...new Set(codes)]).toEqual(['conflict'])
      const turns = await db
        .selectFrom('wheel_turn')
        .select('amount')
        .where('account_id', '=', player.uid)
        .execute()
      expect(turns).toEqual([{ amount: '15150' }])
      expect(await faultsOf(db)).toEqual([])
      await another.close()
    }, 180_000)

    it('waits during a break, and keeps what has gathered', async () => {
      await fill(3)
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect(await look()).toMatchObject({ pot: '0.01515', isReady: false })
      expect((await turn()).code).toBe('break_active')
      await players.wait(DAY_MS)
      expect(await look()).toMatchObject({ pot: '0.01515', isReady: true })
      expect((await turn()).code).toBe('ok')
    })

    it('cannot be bet on, by hand or by auto-play', async () => {
      expect((await bet('gift-wheel')).code).toBe('not_found')
      const plan = { game: 'gift-wheel', coin: COIN, count: 3, highestStake: '1' }
      const stops = { stopOnLoss: null, stopOnProfit: null, stopOnSingleWin: null }
      const started = await player.call(startAutoPlay, {
        body: { idempotencyKey: randomUUID(), ...plan, ...stops },
      })
      expect(started.code).toBe('not_found')
    })
  })
}
