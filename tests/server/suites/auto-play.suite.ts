import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  cashOut,
  changeSeeds,
  getAutoPlay,
  getSeeds,
  placeBet,
  startAutoPlay,
  stopAutoPlay,
  takeStep,
  type Bet,
} from '#contract/play.ts'
import { setLimit, takeTimeOut } from '#contract/responsible-play.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Database } from '#server/db/tables.ts'
import { emailWay, keepWay } from '#server/responsible-play/player-ways.ts'
import { configFile } from '../../support/config-file.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import type { TestBackend } from './test-backend.ts'

type Plan = ParsedRequest<typeof startAutoPlay>['body']
type AskedBet = ParsedRequest<typeof placeBet>['body']

const COIN = 'usdt-tron'
const MINUTE = 60_000
const PLAN = {
  game: 'dice',
  coin: COIN,
  count: null,
  highestStake: '100',
  stopOnLoss: null,
  stopOnProfit: null,
  stopOnSingleWin: null,
}
/** Half of all bets win. */
const DICE = { side: 'over', target: 5_050 }
/** One bet in a thousand wins. */
const LOSING_DICE = { side: 'over', target: 9_990 }

const millionths = (text: string) => Math.round(Number(text) * 1_000_000)
const wonBy = ({ payout, stake }: Bet) => millionths(payout) - millionths(stake)

export function autoPlaySuite(backend: TestBackend): void {
  describe('auto-play with a balance', () => {
    let db: Database
    let players: Players
    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
    })

    async function richPlayer(amount = 10_000_000_000n): Promise<Player> {
      const player = await players.newPlayer()
      await giveMoney(db, { player: player.uid, coin: COIN, amount }, players.time.now)
      const { nextServerSeedHash } = (await player.call(getSeeds)).data
      await player.call(changeSeeds, { body: { clientSeed: 'my own seed', nextServerSeedHash } })
      return player
    }
    const start = (player: Player, plan: Partial<Plan> = {}, through = players) =>
      through.call(startAutoPlay, {
        headers: { ...player.headers, 'access-token': player.token },
        body: { ...PLAN, idempotencyKey: randomUUID(), ...plan },
      })
    const begin = async (player: Player, plan: Partial<Plan> = {}) => (await start(player, plan)).data.id
    const bet = (player: Player, id: string, step: number, more: Partial<AskedBet> = {}, through = players) =>
      through.call(placeBet, {
        headers: { ...player.headers, 'access-token': player.token },
        body: {
          idempotencyKey: randomUUID(),
          game: 'dice',
          coin: COIN,
          stake: '1',
          params: DICE,
          autoPlay: { id, step },
          ...more,
        },
      })
    const read = async (player: Player, id: string) =>
      (await player.call(getAutoPlay, { params: { id } })).data
    const rowsOf = (player: Player, id: string) =>
      db
        .selectFrom('bet')
        .select(['auto_play_step', 'stake', 'payout'])
        .where('account_id', '=', player.uid)
        .where('auto_play', '=', id)
        .orderBy('auto_play_step')
        .execute()

    /** Makes both accounts those of one player. */
    const shareWay = async (...some: readonly Player[]) => {
      const way = emailWay(players.services.secrets, some[0]?.email ?? '')
      for (const { uid } of some) await keepWay(db, uid, way)
    }

    it('takes its steps in order, each once', async () => {
      const player = await richPlayer()
      const id = await begin(player)
      const key = randomUUID()
      const first = await bet(player, id, 1, { idempotencyKey: key })
      expect(first.data.status).toBe('settled')
      expect((await bet(player, id, 1)).code).toBe('auto_play_step_taken')
      expect((await bet(player, id, 3)).code).toBe('auto_play_step_taken')
      expect((await bet(player, id, 1, { idempotencyKey: key })).data).toEqual(first.data)
      expect((await bet(player, id, 2)).code).toBe('ok')
      const rows = await rowsOf(player, id)
      expect(rows.map(({ auto_play_step: step }) => step)).toEqual([1, 2])
      const net = rows.reduce((sum, { stake, payout }) => sum + Number(payout) - Number(stake), 0)
      expect(await read(player, id)).toMatchObject({ done: 2, net: String(net / 1_000_000), ended: null })
    })

    it('ends after its number of bets, and says so to later steps', async () => {
      const player = await richPlayer()
      const id = await begin(player, { count: 2 })
      for (const step of [1, 2]) await bet(player, id, step)
      expect(await read(player, id)).toMatchObject({ done: 2, ended: 'count' })
      expect((await bet(player, id, 3)).code).toBe('auto_play_ended')
      expect(await rowsOf(player, id)).toHaveLength(2)
    })

    it('ends with a stake above its maximum, which is not taken', async () => {
      const player = await richPlayer()
      const id = await begin(player, { highestStake: '2' })
      expect((await bet(player, id, 1, { stake: '2.000001' })).code).toBe('auto_play_ended')
      expect(await read(player, id)).toMatchObject({ done: 0, net: '0', ended: 'stake-cap' })
      expect((await bet(player, id, 1)).code).toBe('auto_play_ended')
      expect(await rowsOf(player, id)).toEqual([])
    })

    it('ends before a bet that could exceed its stop for losses', async () => {
      const player = await richPlayer()
      const id = await begin(player, { stopOnLoss: '2.5' })
      let step = 1
      for (; step < 2_000; step += 1)
        if ((await bet(player, id, step, { params: LOSING_DICE })).code !== 'ok') break
      const { ended, net, done } = await read(player, id)
      expect([ended, done]).toEqual(['loss', step - 1])
      // One more stake of 1 could have exceeded it, and none earlier could.
      expect(millionths(net.replace('-', ''))).toBeGreaterThan(1_500_000)
      expect(millionths(net.replace('-', ''))).toBeLessThanOrEqual(2_500_000)
    })

    it.each([
      ['profit', { stopOnProfit: '0.5' }],
      ['single-win', { stopOnSingleWin: '0.98' }],
    ])('ends with the bet that reaches its stop: %s', async (reason, plan) => {
      const player = await richPlayer()
      const id = await begin(player, { ...plan, highestStake: '64' })
      let net = 0
      // Doubled after each loss, so that the first win makes up for all losses.
      let stake = 1
      for (let step = 1; step < 500; step += 1) {
        const answer = await bet(player, id, step, { stake: `${stake}` })
        if (answer.data.status !== 'settled') throw new Error('Dice has no rounds')
        const won = wonBy(answer.data.bet)
        net += won
        stake = won > 0 ? 1 : Math.min(stake * 2, 64)
        const isOver = reason === 'profit' ? net >= 500_000 : won >= 980_000
        const { ended, done } = await read(player, id)
        expect([ended, done]).toEqual([isOver ? reason : null, step])
        if (!isOver) continue
        expect((await bet(player, id, step + 1)).code).toBe('auto_play_ended')
        return
      }
      throw new Error('It never won')
    })

    it('ends when the balance is too low, or the game is paused', async () => {
      const poor = await richPlayer(1_500_000n)
      const id = await begin(poor)
      expect((await bet(poor, id, 1, { stake: '2' })).code).toBe('insufficient_funds')
      expect(await read(poor, id)).toMatchObject({ done: 0, ended: 'balance' })

      const player = await richPlayer()
      const paused = await begin(player)
      await bet(player, paused, 1)
      const setStatus = (status: 'paused' | 'playable') =>
        db.updateTable('game').set({ status }).where('slug', '=', 'dice').execute()
      await setStatus('paused')
      try {
        await players.wait(2_000)
        expect((await bet(player, paused, 2)).code).toBe('game_paused')
        expect((await start(player)).code).toBe('game_paused')
      } finally {
        await setStatus('playable')
        await players.wait(2_000)
      }
      expect(await read(player, paused)).toMatchObject({ done: 1, ended: 'paused' })
    })

    it('ends with a limit or a break that begins meanwhile, on any account of the player', async () => {
      const [limited, rested, other] = [await richPlayer(), await richPlayer(), await richPlayer()]
      const [first, second] = [await begin(limited), await begin(rested)]
      for (const [player, id] of [
        [limited, first],
        [rested, second],
      ] as const) {
        expect((await bet(player, id, 1)).code).toBe('ok')
      }
      const params = { kind: 'wager', period: 'day' }
      await limited.call(setLimit, { params, body: { amount: '2' } })
      expect((await bet(limited, first, 2)).code).toBe('ok')
      expect((await bet(limited, first, 3)).code).toBe('limit_reached')
      expect((await bet(limited, first, 3, { stake: '0.01' })).code).toBe('auto_play_ended')
      expect(await read(limited, first)).toMatchObject({ done: 2, ended: 'limit' })

      await shareWay(rested, other)
      await other.call(takeTimeOut, { body: { hours: 24 } })
      expect((await bet(rested, second, 2)).code).toBe('break_active')
      expect(await read(rested, second)).toMatchObject({ done: 1, ended: 'break' })
      expect((await start(rested)).code).toBe('break_active')
      expect(await rowsOf(rested, second)).toHaveLength(1)
    })

    it('lapses after five minutes without a bet', async () => {
      const player = await richPlayer()
      const id = await begin(player)
      await players.wait(4 * MINUTE)
      expect((await bet(player, id, 1)).code).toBe('ok')
      await players.wait(4 * MINUTE)
      expect((await bet(player, id, 2)).code).toBe('ok')
      await players.wait(5 * MINUTE)
      expect(await read(player, id)).toMatchObject({ done: 2, ended: 'lapsed' })
      expect((await bet(player, id, 3)).code).toBe('auto_play_ended')
      expect(await read(player, id)).toMatchObject({ done: 2, ended: 'lapsed' })
      const next = await begin(player)
      await players.wait(5 * MINUTE)
      expect((await start(player)).code).toBe('ok')
      expect(await read(player, next)).toMatchObject({ ended: 'lapsed' })
    })

    it('runs one at a time, and stops on request', async () => {
      const player = await richPlayer()
      const key = randomUUID()
      const id = await begin(player, { idempotencyKey: key })
      expect((await start(player)).code).toBe('auto_play_open')
      expect(await begin(player, { idempotencyKey: key })).toBe(id)
      expect((await start(player, { idempotencyKey: key, count: 3 })).code).toBe('key_reused')
      // A bet by hand is not a step.
      await bet(player, id, 1, { autoPlay: undefined })
      for (let time = 0; time < 2; time += 1) {
        const { data } = await player.call(stopAutoPlay, { params: { id } })
        expect(data).toMatchObject({ done: 0, ended: 'stopped' })
      }
      expect((await bet(player, id, 1)).code).toBe('auto_play_ended')
      expect((await start(player)).code).toBe('ok')
    })

    it('runs one at a time for all accounts of a player, in all processes', async () => {
      const [player, other, stranger] = [await richPlayer(), await richPlayer(), await richPlayer()]
      await shareWay(player, other)
      const elsewhere = await createPlayers(await backend.openAnother())
      elsewhere.time.now = players.time.now
      const begun = await Promise.all([start(player), start(other, {}, elsewhere)])
      expect(begun.map(({ code }) => code).sort()).toEqual(['auto_play_open', 'ok'])
      expect((await start(stranger)).code).toBe('ok')
      const [first, second] = begun[0].code === 'ok' ? [player, other] : [other, player]
      expect((await start(second)).code).toBe('auto_play_open')
      // Bets by hand are possible on all accounts.
      expect((await bet(second, '1', 1, { autoPlay: undefined })).code).toBe('ok')
      const id = begun.find(({ code }) => code === 'ok')?.data.id ?? ''
      await first.call(stopAutoPlay, { params: { id } })
      expect((await start(second)).code).toBe('ok')
      // An abandoned auto-play does not block other accounts.
      await players.wait(5 * MINUTE)
      expect((await start(first)).code).toBe('ok')
    })

    it('belongs to its player, game and coin', async () => {
      const [player, other] = [await richPlayer(), await richPlayer()]
      const id = await begin(player)
      expect((await bet(other, id, 1)).code).toBe('not_found')
      expect((await other.call(getAutoPlay, { params: { id } })).code).toBe('not_found')
      expect((await other.call(stopAutoPlay, { params: { id } })).code).toBe('not_found')
      expect((await bet(player, id, 1, { game: 'limbo', params: { target: 200 } })).code).toBe('bad_request')
      expect((await start(other, { game: 'no-game' })).code).toBe('not_found')
      expect((await start(other, { coin: 'no-coin' })).code).toBe('not_found')
      expect((await start(other, { highestStake: '1.0000001' })).code).toBe('bad_request')
      expect(await read(player, id)).toMatchObject({ done: 0, ended: null })
    })

    it('counts a round when it is over, even if auto-play ended before', async () => {
      const player = await richPlayer()
      const id = await begin(player, { game: 'mines' })
      const opened = await bet(player, id, 1, { game: 'mines', params: { mines: 1 } })
      if (opened.data.status !== 'open') throw new Error('The round is not open')
      const { round } = opened.data
      expect(await read(player, id)).toMatchObject({ done: 1, net: '-1' })
      await player.call(stopAutoPlay, { params: { id } })
      const step = { type: 'reveal', tile: 7 }
      await player.call(takeStep, { params: { id: round.id }, body: { idempotencyKey: randomUUID(), step } })
      const ended = await player.call(cashOut, {
        params: { id: round.id },
        body: { idempotencyKey: randomUUID() },
      })
      const net = ended.code === 'ok' ? wonBy(ended.data.bet) / 1_000_000 : -1
      expect(await read(player, id)).toMatchObject({ done: 1, net: String(net), ended: 'stopped' })
    })

    it('takes each step once when two tabs and two processes send it at once', async () => {
      const other = await createPlayers(db)
      const runs = await Promise.all(
        Array.from({ length: backend.name === 'PGlite' ? 2 : 8 }, async (_, index) => {
          const player = await richPlayer()
          const id = await begin(player, index % 2 ? { stopOnLoss: '3' } : { count: 10 })
          return { player, id }
        }),
      )
      const tab = async (player: Player, id: string, through: Players) => {
        for (let step = 1; step <= 40;) {
          const { code } = await bet(player, id, step, {}, through)
          if (code === 'auto_play_ended') return
          // The other tab was earlier, or is behind. A busy server may not tell which.
          const { done } =
            code === 'ok' ? { done: step } : await read(player, id).catch(() => ({ done: step - 1 }))
          step = done + 1
        }
      }
      await Promise.all(
        runs.flatMap(({ player, id }) => [
          tab(player, id, players),
          tab(player, id, other),
          tab(player, id, other),
        ]),
      )
      for (const { player, id } of runs) {
        const { done, net, ended } = await read(player, id)
        const rows = await rowsOf(player, id)
        expect(rows.map(({ auto_play_step: step }) => step)).toEqual(rows.map((_, index) => index + 1))
        const sum = rows.reduce((total, { stake, payout }) => total + Number(payout) - Number(stake), 0)
        expect([done, net]).toEqual([rows.length, String(sum / 1_000_000)])
        expect(sum).toBeGreaterThanOrEqual(ended === 'loss' ? -3_000_000 : -10_000_000)
        if (ended === 'count') expect(done).toBe(10)
      }
      expect(await faultsOf(db)).toEqual([])
    })

    describe("under the operator's profile", () => {
      it('"uk" is refused, and no bet comes before the end of the cycle', async () => {
        const uk = await createPlayers(db, { KOI_PROFILE: 'uk' })
        uk.time.now = players.time.now
        const player = await richPlayer()
        expect((await start(player, {}, uk)).code).toBe('auto_play_forbidden')
        const byHand = (game: string, params: object) =>
          bet(player, '1', 1, { autoPlay: undefined, game, params: { ...params } }, uk)
        expect((await byHand('dice', DICE)).code).toBe('ok')
        uk.time.now += 4_000
        const soon = await uk.app.request('/api/bets', {
          method: 'POST',
          headers: {
            ...player.headers,
            'access-token': player.token,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            idempotencyKey: randomUUID(),
            game: 'dice',
            coin: COIN,
            stake: '1',
            params: DICE,
          }),
        })
        expect(await soon.json()).toMatchObject({ code: 'too_soon', retryAfterMs: 1_000 })
        // Each game has its own cycle.
        expect((await byHand('limbo', { target: 200 })).code).toBe('ok')
        uk.time.now += 1_000
        expect((await byHand('dice', DICE)).code).toBe('ok')
      })

      it('"uk" has one cycle for all accounts of a player, in all processes', async () => {
        const uk = await createPlayers(db, { KOI_PROFILE: 'uk' })
        uk.time.now = players.time.now
        const [player, other] = [await richPlayer(), await richPlayer()]
        const byHand = (of: Player, more: Partial<AskedBet> = {}) =>
          bet(of, '1', 1, { autoPlay: undefined, ...more }, uk)
        expect((await byHand(other)).code).toBe('ok')
        // Strangers have their own cycles; then these two accounts are joined.
        expect((await byHand(player)).code).toBe('ok')
        await shareWay(player, other)
        uk.time.now += 5_000
        const key = randomUUID()
        expect((await byHand(player, { idempotencyKey: key })).code).toBe('ok')
        uk.time.now += 4_999
        expect((await byHand(other)).code).toBe('too_soon')
        // A repeat of an earlier bet is still answered, and another game has another cycle.
        expect((await byHand(player, { idempotencyKey: key })).code).toBe('ok')
        expect((await byHand(other, { game: 'limbo', params: { target: 200 } })).code).toBe('ok')
        uk.time.now += 1
        const engines = [uk.play, uk.newEngine(await backend.openAnother())]
        const body = { game: 'dice', coin: COIN, stake: '1', params: DICE }
        const results = await Promise.allSettled(
          Array.from({ length: 12 }, (_, n) =>
            (engines[n % 2] ?? uk.play).bet((n % 4 < 2 ? player : other).uid, {
              ...body,
              idempotencyKey: randomUUID(),
            }),
          ),
        )
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'too_soon' })
        }
        for (const engine of engines) await engine.close()
      })

      it('has a maximum stake for each game', async () => {
        const capped = await createPlayers(db, {
          KOI_PROFILE: configFile({ play: { highestStakeUsd: { default: '5', games: { dice: '2.00' } } } }),
        })
        capped.time.now = players.time.now
        const player = await richPlayer()
        const byHand = (game: string, params: object, stake: string) =>
          bet(player, '1', 1, { autoPlay: undefined, game, params: { ...params }, stake }, capped)
        expect((await byHand('dice', DICE, '2.000001')).code).toBe('stake_too_large')
        expect((await byHand('dice', DICE, '2')).code).toBe('ok')
        expect((await byHand('limbo', { target: 200 }, '5')).code).toBe('ok')
        expect((await byHand('limbo', { target: 200 }, '5.000001')).code).toBe('stake_too_large')
      })
    })
  })
}
