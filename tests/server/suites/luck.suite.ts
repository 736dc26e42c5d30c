import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLuckBets, LUCK_DAYS } from '#contract/luck.ts'
import { listBets, placeBet, takeStep } from '#contract/play.ts'
import type { Database } from '#server/db/tables.ts'
import { lapseRounds } from '#server/play/lapse-rounds.ts'
import { readLuckBets } from '#server/play/luck-bets.ts'
import { createLogger } from '#server/base/logger.ts'
import { giveMoney } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const DAY_MS = 24 * 60 * 60_000

export function luckSuite(backend: TestBackend): void {
  describe('the bets that luck is told from', () => {
    let db: Database
    let players: Players

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
    })
    afterAll(() => players.play.close())

    const newPlayer = async () => {
      const one = await players.newPlayer()
      for (const coin of ['usdt-tron', 'wif-solana']) {
        await giveMoney(db, { player: one.uid, coin, amount: 1_000_000_000n }, players.time.now)
      }
      await beginPair(one)
      return one
    }
    const bet = (of: Player, game: string, params: object, stake = '1', coin = 'usdt-tron') =>
      of.call(placeBet, {
        body: { idempotencyKey: randomUUID(), game, coin, stake, params: { ...params } },
      })
    const luckOf = async (of: Player) => (await of.call(getLuckBets)).data

    it('do not exist before the first', async () => {
      expect(await luckOf(await newPlayer())).toEqual({
        bets: 0,
        wageredUsd: '0',
        paidUsd: '0',
        edgeUsd: '0',
        kinds: [],
        leftOut: [],
      })
    })

    it('are those of the player alone, of two coins in dollars, without games that the player stops', async () => {
      const [player, other] = [await newPlayer(), await newPlayer()]
      const over = { side: 'over', target: 5_050 }
      for (let n = 0; n < 3; n++) await bet(player, 'dice', over, '2')
      await bet(player, 'dice', over, '0.5')
      await bet(player, 'wheel', { segments: 10, risk: 'low' }, '10', 'wif-solana')
      await bet(other, 'dice', over, '7')
      // Played to its end: the stake was risked, but the player chose when to stop.
      const { data: mines } = await bet(player, 'mines', { mines: 24 })
      if (mines.status !== 'open') throw new Error('The round is over')
      await player.call(takeStep, {
        params: { id: mines.round.id },
        body: { idempotencyKey: randomUUID(), step: { type: 'reveal', tile: 0 } },
      })
      // Nobody comes back to this one: its stake is given back.
      await bet(player, 'mines', { mines: 3 })
      players.time.now += 2 * DAY_MS
      const services = { db, play: players.play, logger: createLogger('silent') }
      expect(await lapseRounds(services, players.time.now)).toBe(1)

      const luck = await luckOf(player)
      expect(luck.leftOut).toEqual([{ game: 'mines', name: expect.anything(), bets: 1 }])
      const { usd = '' } = luck.kinds.find(({ game }) => game === 'wheel')?.stakes[0] ?? {}
      expect(Number(usd)).toBeGreaterThan(0)
      expect(luck.kinds).toEqual([
        {
          game: 'dice',
          params: over,
          stakes: expect.arrayContaining([
            { usd: '2', bets: 3 },
            { usd: '0.5', bets: 1 },
          ]),
        },
        { game: 'wheel', params: { segments: 10, risk: 'low' }, stakes: [{ usd, bets: 1 }] },
      ])
      expect(luck.bets).toBe(5)
      const units = (text: string, decimals: number) => BigInt(Math.round(Number(text) * 10 ** decimals))
      expect(units(luck.wageredUsd, 8)).toBe(650_000_000n + units(usd, 8))
      const { bets } = (await player.call(listBets)).data
      const paid = bets
        .filter(({ game }) => game !== 'mines')
        .reduce(
          (sum, { coin, stake, multiplier }) =>
            sum +
            (coin === 'usdt-tron' ? units(stake, 8) : units(usd, 8)) *
              BigInt(Math.round(multiplier * 10_000)),
          0n,
        )
      expect(units(luck.paidUsd, 12)).toBe(paid)
      // 1.01% at a chance of 49.50%, and 1% of the wheel.
      expect(units(luck.edgeUsd, 8)).toBe(6_565_000n + units(usd, 8) / 100n)
    })

    it('are not those of more than a month ago', async () => {
      const player = await newPlayer()
      await bet(player, 'limbo', { target: 200 })
      const later = (ms: number) => readLuckBets(db, player.uid, players.time.now + ms)
      expect((await later(LUCK_DAYS * DAY_MS - 1)).bets).toBe(1)
      expect((await later(LUCK_DAYS * DAY_MS)).bets).toBe(0)
    })
  })
}
