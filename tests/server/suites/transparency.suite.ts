import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getTransparency, type Transparency } from '#contract/transparency.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { answerCall } from '#server/db/call-scope.ts'
import type { LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import type { Database } from '#server/db/tables.ts'
import * as move from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { createLogger } from '#server/base/logger.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { readReserves } from '#server/chain-check/reserves.ts'
import { watchReserves } from '#server/chain-check/reserves-watch.ts'
import { createTransparency } from '#server/transparency/transparency.ts'
import { readFigures } from '#server/transparency/transparency-report.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import type { TestBackend } from './test-backend.ts'

const USDT = 'usdt-tron'
const SOL = 'sol-solana'
const AT = Date.parse('2026-06-01T12:00:00Z')

export function transparencySuite(backend: TestBackend): void {
  describe('the public figures', () => {
    let db: Database
    let player: number
    let now: number
    let n = 0
    const next = () => `${++n}`
    const clock = () => now

    const post = (transaction: LedgerTransaction) => postTransaction(db, transaction, AT)
    const transfer = () => ({ chain: 'tron', txId: next().padStart(64, 'a'), logIndex: 0 })
    const deposit = (coin: string, amount: bigint) =>
      post(move.creditDeposit({ player, coin, amount, transfer: transfer() }))
    const round = (game: string, coin: string, amount: bigint, payout: bigint) =>
      post(move.playRound({ player, coin, amount, payout, bet: next(), game }))
    const openApp = (on = db, health?: { status: 'sound' | 'alarm'; checkedAt: string }) => {
      const config = readConfig({})
      const logger = createLogger('silent')
      const ledger = health && { ledger: { health: () => health } }
      const app = createApp({ db: on, config, staticDir: null, logger, clock, ...ledger })
      const ask = async () => {
        const response = await app.request(`/api${getTransparency.path}`)
        const { data } = (await response.json()) as { data: Transparency }
        return { status: response.status, data }
      }
      return Object.assign(ask, { app })
    }
    const gameOf = (data: Pick<Transparency, 'games'>, slug: string) =>
      data.games.find((game) => game.slug === slug)

    beforeEach(async () => {
      now = AT
      db = await backend.fresh()
      ;[player = 0] = await openLedgerPlayers(db, 1)
    })

    it('are zero for an empty ledger', async () => {
      const { status, data } = await openApp()()
      expect(status).toBe(200)
      expect(data).toMatchObject({
        at: new Date(AT).toISOString(),
        ledger: { status: 'unchecked', checkedAt: null },
        owedUsd: '0',
        heldUsd: '0',
        coins: [],
      })
      expect(data.games).toHaveLength(9)
      expect(gameOf(data, 'dice')).toEqual({
        slug: 'dice',
        name: { 'en-US': 'Dice', 'zh-CN': expect.any(String) },
        bets: 0,
        stakedUsd: '0',
        paidUsd: '0',
        returnBps: null,
        standardErrorBps: null,
        houseEdge: { minBps: 100, maxBps: expect.any(Number) },
      })
    })

    it('show what is owed and held in each coin, and what is left for the house', async () => {
      await deposit(USDT, 500_000_000n)
      await post(move.grantPracticeMoney({ player, coin: USDT, amount: 10_000_000n }))
      await post(move.lockBonus({ player, coin: USDT, amount: 7_000_000n, bonus: next() }))
      const withdrawal = next()
      await post(move.reserveWithdrawal({ player, coin: USDT, amount: 30_000_000n, withdrawal }))
      const sent = { player, coin: USDT, amount: 20_000_000n, withdrawal: next() }
      await post(move.reserveWithdrawal(sent))
      await post(move.completeWithdrawal(sent, { transfer: transfer(), fee: 1_000_000n }))
      // 100 USDT came in and 0.1 SOL was credited for it.
      const credited = { coin: SOL, amount: 10_000_000n }
      await post(
        move.creditDeposit({ player, coin: USDT, amount: 100_000_000n, transfer: transfer(), credited }),
      )
      const { data } = await openApp()()
      expect(data.coins).toEqual([
        {
          coin: USDT,
          symbol: 'USDT',
          network: 'TRON',
          owed: { available: '460', locked: '7', pending: '30' },
          received: '600',
          paidOut: '19',
          held: '581',
          house: '84',
        },
        {
          coin: SOL,
          symbol: 'SOL',
          network: 'Solana',
          owed: { available: '0.1', locked: '0', pending: '0' },
          received: '0',
          paidOut: '0',
          held: '0',
          house: '-0.1',
        },
      ])
      // 497 and 0.1 × 434.78.
      expect([data.owedUsd, data.heldUsd]).toEqual(['540.47', '581'])
    })

    it('show what each game paid back, over all coins, with open bets at their stakes', async () => {
      await deposit(USDT, 1_000_000_000n)
      await deposit(SOL, 100_000_000n)
      await round('dice', USDT, 100_000_000n, 150_000_000n)
      await round('dice', USDT, 50_000_000n, 0n)
      // 0.1 SOL is 43.478 dollars.
      await round('dice', SOL, 10_000_000n, 5_000_000n)
      const bet = { player, coin: USDT, amount: 10_000_000n, bet: next(), game: 'mines' }
      await post(move.placeStake(bet))
      const { games } = await readFigures(db, AT)
      expect(gameOf({ games }, 'mines')).toMatchObject({
        bets: 1,
        stakedUsd: '10',
        paidUsd: '0',
        returnBps: 0,
        standardErrorBps: null,
      })
      await post(move.settlePayout({ ...bet, amount: 12_345_678n }))
      const after = await readFigures(db, AT)
      expect(gameOf(after, 'mines')).toMatchObject({
        bets: 1,
        paidUsd: '12.34',
        returnBps: 12_345,
        standardErrorBps: null,
      })
      expect(gameOf(after, 'dice')).toMatchObject({
        bets: 3,
        stakedUsd: '193.47',
        paidUsd: '171.73',
        returnBps: Number((171_739n * 10_000n) / 193_478n),
        // In dollars each bet was 61.236, −44.382 and −16.854 away from 0.88764 of its stake.
        standardErrorBps: Math.round(
          (10_000 * Math.sqrt(((61.236 ** 2 + 44.382 ** 2 + 16.854 ** 2) * 3) / 2)) / 193.478,
        ),
      })
      expect(gameOf(after, 'limbo')).toMatchObject({ bets: 0, returnBps: null })
      // A payout that was posted alone counts with its stake: 6.172839 above and below 0.6172839 of 10 each.
      await post(move.placeStake({ ...bet, bet: next() }))
      expect(gameOf(await readFigures(db, AT), 'mines')).toMatchObject({ bets: 2, standardErrorBps: 6_173 })
      // A refunded stake leaves the figures as if there had been no bet.
      const decided = await readFigures(db, AT)
      const undone = { ...bet, bet: next(), amount: 30_000_000n }
      await post(move.placeStake(undone))
      expect(gameOf(await readFigures(db, AT), 'mines')).toMatchObject({ bets: 3, stakedUsd: '50' })
      await post(move.returnStake(undone))
      expect(await readFigures(db, AT)).toEqual(decided)
      // Movements other than bets are not stakes.
      const played = (await readFigures(db, AT)).games
      await post(move.payReward({ kind: 'rakeback', player, coin: USDT, amount: 9_000_000n, key: next() }))
      await post(move.reserveWithdrawal({ player, coin: USDT, amount: 9_000_000n, withdrawal: next() }))
      expect((await readFigures(db, AT)).games).toEqual(played)
    })

    it('repeat the verdict of the last check', async () => {
      const health = { status: 'alarm', checkedAt: new Date(AT - 1).toISOString() } as const
      expect((await openApp(db, health)()).data.ledger).toEqual(health)
    })

    it('are read once a minute at most, after which callers get the old ones during the read', async () => {
      const ask = openApp()
      expect((await ask()).data.coins).toEqual([])
      await deposit(USDT, 1_000_000n)
      now += 59_999
      expect((await ask()).data.at).toBe(new Date(AT).toISOString())
      now += 5_001
      expect((await ask()).data.at).toBe(new Date(AT).toISOString())
      await vi.waitFor(async () => {
        now += 5_001
        expect((await ask()).data.coins).toHaveLength(1)
      }, 10_000)
    })

    /** The database, but its answers wait for the test. */
    const slowly = () => {
      let release = () => {}
      let may = Promise.resolve()
      const slow = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          await may
          return result
        },
      })
      const hold = () => void (may = new Promise((done) => (release = done)))
      return { slow, hold, release: () => release() }
    }

    describe('reserves', () => {
      const HOT = `0x${'11'.repeat(20)}`
      const HOUSE = `0x${'22'.repeat(20)}`
      const held = new Map<string, bigint>()
      const view: ChainView = {
        chain: 'evm-1',
        name: 'Ethereum',
        coins: ['usdt-ethereum'],
        houseAddresses: [HOUSE],
        treasuries: [HOT, HOT.toUpperCase().replace('0X', '0x')],
        movedBy: async () => [],
        finalBlock: async () => ({ block: 7, at: AT }),
        balanceOf: async (address, _, block) => {
          const amount = block === 7 ? held.get(address.toLowerCase()) : undefined
          if (amount === undefined) throw new Error('asleep')
          return amount
        },
      }
      const failures: unknown[] = []
      const read = () =>
        readReserves(db, [view], { now: AT, onFailure: (...failure) => void failures.push(failure) })

      beforeEach(async () => {
        failures.length = 0
        held.clear()
        held.set(HOT, 60_000_000n).set(HOUSE, 40_000_000n)
        await deposit('usdt-ethereum', 100_000_000n)
      })

      it('list each address once, at one final block, beside what players are owed', async () => {
        expect(await read()).toEqual({
          reserves: {
            at: new Date(AT).toISOString(),
            chains: [{ name: 'Ethereum', block: 7, at: new Date(AT).toISOString() }],
            coins: [
              {
                coin: 'usdt-ethereum',
                symbol: 'USDT',
                network: 'Ethereum',
                owed: '100',
                held: '100',
                isOnChain: true,
              },
            ],
            heldUsd: '100',
            owedUsd: '100',
          },
          uncovered: [],
        })
        await deposit(SOL, 100_000_000n)
        const { reserves, uncovered } = await read()
        expect(reserves.coins[1]).toMatchObject({ coin: SOL, owed: '1', held: null, isOnChain: false })
        // One SOL is 434.78 dollars, and nothing is held for it.
        expect(uncovered).toEqual([{ coin: 'usd', held: 10_000n, owed: 53_478n }])
      })

      it('are unknown when a node does not answer, and raise no alarm', async () => {
        held.delete(HOT)
        const { reserves, uncovered } = await read()
        expect(reserves).toMatchObject({
          chains: [{ name: 'Ethereum', block: null, at: null }],
          coins: [{ owed: '100', held: null, isOnChain: true }],
          heldUsd: null,
        })
        expect([uncovered, failures]).toEqual([[], [['evm-1', new Error('asleep')]]])
      })

      it('raise an alarm when they are too low in two checks, and are public', async () => {
        held.set(HOT, 59_999_999n)
        const lines: { alarm?: string }[] = []
        const logger = createLogger('error', {
          write: (line: string) => void lines.push(JSON.parse(line) as object),
        })
        const told = Object.assign(clock, { isRight: async () => true })
        const watch = watchReserves({
          db,
          clock: told,
          logger,
          views: [view],
          everyMs: 20,
          againMs: 20,
          firstMs: 1,
        })
        await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), 10_000)
        expect(lines[0]).toMatchObject({
          alarm: 'liabilities_uncovered',
          coin: 'usdt-ethereum',
          held: '99999999',
          owed: '100000000',
        })
        const config = readConfig({})
        const app = createApp({ db, config, staticDir: null, logger, clock, reserves: watch })
        const { data } = (await (await app.request('/api/transparency')).json()) as { data: Transparency }
        expect(data.reserves).toMatchObject({ coins: [{ held: '99.999999', owed: '100' }] })
        held.set(HOT, 60_000_000n)
        await watch.stop()
        expect(watchReserves({ db, clock: told, logger, views: [] }).reserves()).toBeNull()
      })
    })

    it('are still read for others when the first call is aborted', async () => {
      const { slow, hold, release } = slowly()
      const logger = createLogger('silent')
      const ask = createTransparency({ db: slow, clock, logger, ledger: undefined })
      hold()
      const { answer, ended } = answerCall(ask, {
        timeoutMs: 20,
        tooLate: () => new Error('too late'),
        couldNotBeDone: () => true,
      })
      const other = ask()
      await expect(answer).rejects.toThrow('too late')
      release()
      expect((await other).at).toBe(new Date(AT).toISOString())
      await ended
    })

    it('need no turn, because other cached answers may take long', async () => {
      const { slow, hold, release } = slowly()
      const ask = openApp(slow)
      const { app } = ask
      expect((await ask()).status).toBe(200)
      now += 5_001
      hold()
      const paths = ['games', 'categories', 'providers', 'coins', 'promotions']
      const games = ['dice', 'limbo', 'mines', 'plinko'].map((slug) => `games/${slug}`)
      const others = [...paths, ...games].map(async (path) => app.request(`/api/${path}`))
      const { status } = await ask()
      release()
      expect(status).toBe(200)
      for (const other of others) expect((await other).status).toBe(200)
    })

    it('are unavailable without a database, and return with it', async () => {
      const broken = await backend.openBroken()
      expect((await openApp(broken)()).status).toBe(503)
      await broken.destroy()
    })
  })
}
