import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setLimit } from '#contract/responsible-play.ts'
import { CLAIM_EVERY_MS, claimReward, getRewards } from '#contract/rewards.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import type { PlayEngine } from '#server/play/play-engine.ts'
import { openProviderSession } from '#server/providers/provider-players.ts'
import type { ListedTransaction } from '#server/providers/provider-client.ts'
import { reconcileProvider } from '#server/providers/reconcile-provider.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { hub88Driver, type Driver } from '../../support/provider-drivers.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const USDT = 1_000_000n
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOON = Date.parse('2026-06-01T12:00:00Z')

/** Own games and those of others beside each other, and the comparison with the provider's own list. */
export function providerProofSuite(backend: TestBackend): void {
  describe('games of others beside our own', () => {
    let db: Database
    let players: Players
    let player: Player
    let at: { user: string; token: string }
    let drivers: readonly [Driver, Driver]
    let engines: readonly [PlayEngine, PlayEngine]

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db, {}, { time: { now: NOON } })
      const name = JSON.stringify({ en: 'Wheel', zh: '转盘' }) as never
      const game = {
        provider: 'hub',
        code: 'wheel',
        name,
        category: 'shows' as const,
        edge_bps: 400,
        is_on: true,
      }
      await db
        .insertInto('provider_game')
        .values({ ...game, listed_at: new Date(NOON) })
        .execute()
      const another = await backend.openAnother()
      const services = (on: Database) => ({
        db: on,
        clock: players.services.clock,
        rates: { isStale: () => false },
      })
      drivers = [hub88Driver(services(db), 'hub'), hub88Driver(services(another), 'hub')]
      engines = [players.play, players.newEngine(another)]
    })
    afterAll(() => Promise.all(engines.map((each) => each.close())))
    beforeEach(async () => {
      player = await players.newPlayer()
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 1_000n * USDT }, players.time.now)
      const of = { provider: 'hub', player: player.uid, coin: COIN, game: 'wheel', now: players.time.now }
      at = await openProviderSession(db, of)
    })

    const held = async () =>
      (await balancesOf(db, player.uid)).find(({ coin }) => coin === COIN)?.available ?? 0n
    const rewards = async () => (await player.call(getRewards)).data
    const claim = async () =>
      (await player.call(claimReward, { body: { kind: 'rakeback', idempotencyKey: randomUUID() } })).data
        .claim
    const says = (amount: bigint, more: object = {}) => ({
      ...at,
      id: randomUUID(),
      round: randomUUID(),
      amount,
      ...more,
    })

    it('add up over two processes, with a claim before a roll-back of what it was paid for', async () => {
      await beginPair(player)
      const ofDay = { kind: 'wager', period: 'day' }
      await player.call(setLimit, { params: ofDay, body: { amount: '100' } })
      let expected = 1_000n * USDT
      const own = async (nth: number) => {
        const answer = await (engines[nth % 2] ?? players.play).bet(player.uid, {
          idempotencyKey: randomUUID(),
          game: 'limbo',
          coin: COIN,
          stake: '2',
          params: { target: 200 },
        })
        if (answer.status !== 'settled') throw new Error('The bet is open')
        expected += BigInt(Math.round(Number(answer.bet.payout) * 1e6)) - 2n * USDT
      }
      const other = async (nth: number) => {
        const bet = says(3n * USDT)
        const driver = drivers[nth % 2] ?? drivers[0]
        expect((await driver.bet(bet)).status).toBe('ok')
        const win = { ...bet, id: randomUUID(), of: bet.id, amount: BigInt(nth) * USDT, closes: true }
        expect((await (drivers[(nth + 1) % 2] ?? driver).win(win)).status).toBe('ok')
        expected += BigInt(nth) * USDT - 3n * USDT
        return bet
      }
      const played = await Promise.all(
        Array.from({ length: 8 }, async (_, nth) => {
          await own(nth)
          return other(nth)
        }),
      )
      expect(await held()).toBe(expected)
      // An edge of 1% of 16 dollars, and of 4% of 24.
      expect(await rewards()).toMatchObject({
        wageredUsd: '40',
        rakeback: { edgeUsd: '1.12', amount: '0.056' },
      })
      const paid = await claim()
      expect(paid).toMatchObject({ edgeUsd: '1.12', amount: '0.056' })
      expected += 56_000n
      const [first, second] = played
      if (!first || !second) throw new Error('Nothing was played')
      const backs = [first, second].map((bet, nth) =>
        (drivers[nth] ?? drivers[0]).rollBack({ ...bet, id: randomUUID(), of: bet.id }),
      )
      for (const { status } of await Promise.all(backs)) expect(status).toBe('ok')
      expected += 6n * USDT
      expect(await held()).toBe(expected)
      // The edge of 24 cents was paid for, and is gone: the next of it pays nothing.
      expect(await rewards()).toMatchObject({ wageredUsd: '34', rakeback: { edgeUsd: '0', amount: '0' } })
      await players.wait(CLAIM_EVERY_MS)
      await Promise.all([0, 1, 2].map(other))
      expect((await rewards()).rakeback).toMatchObject({ edgeUsd: '0.12', amount: '0.006' })
      expect(await claim()).toMatchObject({ edgeUsd: '0.12' })
      expected += 6_000n
      expect(await held()).toBe(expected)
      // The day's limit is used by 34 dollars and 9.
      expect((await drivers[0].bet(says(58n * USDT))).status).toBe(drivers[0].words.limit)
      expect((await drivers[1].bet(says(57n * USDT))).status).toBe('ok')
      await expect(own(0)).rejects.toMatchObject({ code: 'limit_reached' })
      expect(await faultsOf(db)).toEqual([])
    })

    describe('compared with the provider’s list', () => {
      const listed: ListedTransaction[] = []
      const of = (id: string) => {
        const one = listed.find((each) => each.id === id)
        if (!one) throw new Error(`${id} is not listed`)
        return one
      }
      let ids: Record<'bet' | 'win' | 'taken' | 'back' | 'poor' | 'first', string>

      const reconcileList = (
        listBetween: (from: Date, to: Date) => readonly ListedTransaction[],
        now: number,
      ) =>
        reconcileProvider({
          db,
          link: { provider: 'hub', currencies: new Map([['USDT', { coin: COIN, decimals: 6 }]]) },
          protocol: 'hub88',
          client: {
            async *listTransactions(from, to) {
              const some = listBetween(from, to)
              for (let start = 0; start < some.length; start += 2) yield some.slice(start, start + 2)
            },
          },
          day: new Date('2026-06-01T00:00:00Z'),
          now,
        })
      const compare = (list: readonly ListedTransaction[], now = NOON + 2 * DAY_MS) =>
        reconcileList((from, to) => list.filter((each) => each.at >= from && each.at < to), now)
      const differences = async (list: readonly ListedTransaction[]) =>
        Object.fromEntries((await compare(list)).counts)
      const without = (id: string) => listed.filter((each) => each.id !== id)
      const altered = (id: string, change: Partial<ListedTransaction>) =>
        listed.map((each) => (each.id === id ? { ...each, ...change } : each))

      beforeAll(async () => {
        players.time.now = NOON
        player = await players.newPlayer()
        await giveMoney(db, { player: player.uid, coin: COIN, amount: 1_000n * USDT }, NOON)
        const session = { provider: 'hub', player: player.uid, coin: COIN, game: 'wheel', now: NOON }
        at = await openProviderSession(db, session)
        const [driver] = drivers
        const [bet, taken] = [says(10n * USDT), says(5n * USDT)]
        const win = { ...bet, id: randomUUID(), of: bet.id, amount: 12_345_670n, closes: true }
        const back = { ...taken, id: randomUUID(), of: taken.id }
        const poor = says(5_000n * USDT)
        const never = says(USDT)
        const first = { ...never, id: randomUUID(), of: never.id }
        await driver.bet(bet)
        await driver.win(win)
        await driver.bet(taken)
        await driver.rollBack(back)
        await driver.bet(poor)
        await driver.rollBack(first)
        const list = (
          kind: ListedTransaction['kind'],
          said: ReturnType<typeof says> & { readonly of?: string },
          isDone = true,
        ) =>
          listed.push({
            id: said.id,
            kind,
            reference: said.of ?? null,
            user: at.user,
            round: said.round,
            game: 'wheel',
            currency: 'USDT',
            at: new Date(NOON),
            isDone,
            amount: kind === 'roll-back' ? 0n : said.amount / 10n,
          })
        list('bet', bet)
        list('win', win)
        list('bet', taken, false)
        list('roll-back', back)
        list('bet', poor, false)
        list('roll-back', first)
        ids = { bet: bet.id, win: win.id, taken: taken.id, back: back.id, poor: poor.id, first: first.id }
        // Other tests have played on the same day.
        const others = await db
          .selectFrom('provider_transaction')
          .innerJoin('provider_player', 'provider_player.account_id', 'provider_transaction.account_id')
          .selectAll('provider_transaction')
          .select('name')
          .where('provider_transaction.account_id', '<>', player.uid)
          .execute()
        for (const row of others) {
          const kind = row.kind === 'bet' || row.kind === 'win' ? row.kind : ('roll-back' as const)
          const { id, reference, round, game, at: moment } = row
          const said = { id, kind, reference, user: row.name, round, game, at: moment, currency: 'USDT' }
          listed.push({ ...said, amount: BigInt(row.amount) / 10n, isDone: row.status === 'ok' })
        }
      })

      it('says nothing where both agree, and the sums of both', async () => {
        const { counts, told, sums, compared } = await compare(listed)
        expect([told, [...counts]]).toEqual([[], []])
        expect(compared).toBe(listed.length)
        const { there, here } = sums.get('USDT') ?? {}
        expect(there?.wins).toBe(here?.wins)
        expect(toDecimal(here?.wins ?? 0n, 6)).toMatch(/\.34567$/)
      })

      it('names each difference of its kind', async () => {
        const unknown = { ...of(ids.bet), id: 'never-came' }
        expect(await differences([...listed, unknown])).toEqual({ missing_here: 1 })
        expect(await differences([...listed, { ...unknown, isDone: false }])).toEqual({})
        expect(await differences(without(ids.win))).toEqual({ missing_there: 1 })
        for (const change of [
          { amount: 1_234_568n },
          { user: 'another' },
          { round: 'another' },
          { game: 'another' },
          { kind: 'bet' as const },
          { reference: 'another' },
        ]) {
          expect(await differences(altered(ids.win, change))).toEqual({ altered: 1 })
        }
        expect(await differences(altered(ids.poor, { isDone: true }))).toEqual({ refused_here: 1 })
        expect(await differences(altered(ids.bet, { isDone: false }))).toEqual({ refused_there: 1 })
        expect(await differences(altered(ids.back, { isDone: false }))).toEqual({ refused_there: 1 })
        expect(await differences(altered(ids.first, { isDone: false }))).toEqual({})
        expect(await differences(altered(ids.win, { currency: 'XXX' }))).toEqual({ unreadable: 1 })
        expect(await differences([...listed, of(ids.bet)])).toMatchObject({ doubled: 1 })
        expect(await differences(without(ids.back))).toEqual({ missing_there: 1 })
        expect((await compare(without(ids.win))).told).toEqual([expect.stringContaining(ids.win)])
      })

      it('waits with calls that may be under way, and forgives the edge of a day', async () => {
        const young = await compare([...without(ids.win), { ...of(ids.bet), id: 'under-way' }], NOON + 60_000)
        expect([[...young.counts], young.underWay]).toEqual([[], 2])
        // It came before midnight here, and after it there.
        const late = altered(ids.win, { at: new Date('2026-06-02T00:10:00Z') })
        expect(await differences(late)).toEqual({})
        // Its answer is on its way.
        const asked = await compare(altered(ids.bet, { isDone: false }), NOON + 60_000)
        expect([[...asked.counts], asked.underWay]).toEqual([[], 1])
      })

      it('hides no call behind a moment that was not asked for', async () => {
        const shifted = altered(ids.win, { at: new Date('2026-05-20T12:00:00Z'), amount: 1n })
        const { counts } = await reconcileList(() => shifted, NOON + 2 * DAY_MS)
        expect(Object.fromEntries(counts)).toEqual({ missing_there: 1 })
      })
    })
  })
}
