import { faultsOf, giveMoney } from '../../support/books.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount, exportAccount } from '#contract/account.ts'
import { chooseBonus, giveUpBonus, listBonuses } from '#contract/bonuses.ts'
import { excludeSelf, takeTimeOut } from '#contract/responsible-play.ts'
import { expireBonuses, giveUpBonus as giveUp } from '#server/bonuses/end-bonus.ts'
import { watchBonuses } from '#server/bonuses/bonus-watch.ts'
import { grantBonus } from '#server/bonuses/grant-bonus.ts'
import { planReleases, readRunningBonuses } from '#server/bonuses/release-bonus.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { createLogger } from '#server/base/logger.ts'
import { configFile } from '../../support/config-file.ts'
import { checkedClock } from '../../support/checked-clock.ts'
import { CrashError, crashAfter } from '../../support/crashing-database.ts'
import { openDepositWorld, runRound, USDT } from '../../support/deposit-world.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import { TEST_SEED } from '../../support/test-seed.ts'
import type { TestBackend } from './test-backend.ts'

const DAY_MS = 24 * 60 * 60_000
const USDB = 'usdb-blast'
/** One USDB in its smallest unit. */
const ONE = 100_000_000n

export function bonusesSuite(backend: TestBackend): void {
  describe('bonuses', () => {
    let db: Database
    let world: Awaited<ReturnType<typeof openDepositWorld>>
    let players: Players
    let player: Player

    beforeAll(async () => {
      db = await backend.fresh()
      world = await openDepositWorld(db)
      // Bets of any size, so that a few of them release a bonus.
      const play = { minStakeUsd: '0.000001', maxStakeUsd: '10000000', maxPayoutUsd: '100000000' }
      players = await createPlayers(db, { KOI_CONFIG: configFile({ play }) })
    })
    beforeEach(async () => {
      players.time.now = world.time.now
      player = await players.newPlayer()
      await beginPair(player)
    })

    /** A deposit from its transfer to its credit. */
    const deposit = async (amount: bigint, of = player) => {
      await world.send(await world.addressOf(of.uid, 'bonk-solana'), amount)
      await pass(25_000)
    }
    const pass = async (ms: number) => {
      world.time.now += ms
      players.time.now = world.time.now
      await world.round({ onCredited: grantBonus })
    }
    const told = async (of = player) => (await of.call(listBonuses)).data
    const held = async (of = player) => {
      const line = (await balancesOf(db, of.uid)).find(({ coin }) => coin === USDB)
      return [line?.available ?? 0n, line?.locked ?? 0n] as const
    }
    const give = (coin: string, amount: bigint) =>
      giveMoney(db, { player: player.uid, coin, amount }, world.time.now)
    /** @returns the amount that the bet has released of each bonus */
    const play = async (
      amount: bigint,
      { coin = 'usdt-tron', key = `${randomUUID()}`, engine = players.play, of = player } = {},
    ) => {
      const stake = toDecimal(amount, coin === 'usdt-tron' ? 6 : 8)
      const params = { target: 200 }
      const answer = await engine.bet(of.uid, { idempotencyKey: key, game: 'limbo', coin, stake, params })
      if (answer.status !== 'settled') throw new Error('The bet is open')
      return releasesOf(answer.bet.id)
    }
    const releasesOf = async (bet: string) => {
      const { rows } = await sql<{ amount: string }>`
        select amount from ledger_transaction moved
        join ledger_posting posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id)
        where moved.key like ${`bonus/%/release/${bet}`} and posting.amount > 0 order by moved.id`.execute(db)
      return rows.map(({ amount }) => BigInt(amount))
    }
    /** The ledger adds up, and locks the rest of each active bonus. */
    const expectSound = async () => {
      expect(await faultsOf(db)).toEqual([])
    }

    it('are offered with their cost, and accepted unless the player declines', async () => {
      expect(await told()).toEqual({
        offer: {
          ordinal: 1,
          bonusBps: 18_000,
          minUsd: '10.00',
          maxUsd: '20000.00',
          coin: 'USDB',
          releaseBps: 2_000,
          releaseDays: 60,
          edgeBps: 100,
          examples: [
            { depositUsd: '10', bonus: '18', playUsd: '9000' },
            { depositUsd: '100', bonus: '180', playUsd: '90000' },
            { depositUsd: '1000', bonus: '1800', playUsd: '900000' },
            { depositUsd: '20000', bonus: '36000', playUsd: '18000000' },
          ],
        },
        isAccepted: true,
        isChosen: false,
        bonuses: [],
      })
      for (const isAccepted of [false, true, true]) {
        expect((await player.call(chooseBonus, { body: { isAccepted } })).data).toEqual({ isAccepted })
        expect(await told()).toMatchObject({ isAccepted, isChosen: true })
      }
      expect((await players.call(listBonuses)).status).toBe(401)
    })

    it('come locked with the first two deposits that are large enough, and with no other deposit', async () => {
      await deposit(10n * USDT - 1n)
      expect(await told()).toMatchObject({ offer: { ordinal: 1 }, bonuses: [] })
      await deposit(100n * USDT)
      const { offer, bonuses } = await told()
      expect(offer?.ordinal).toBe(2)
      expect(bonuses).toMatchObject([
        {
          ordinal: 1,
          status: 'active',
          coin: USDB,
          amount: '180',
          released: '0',
          locked: '180',
          lost: '0',
          depositUsd: '100',
          playUsd: '90000',
          endedAt: null,
        },
      ])
      const [first] = bonuses
      expect(Date.parse(first?.expiresAt ?? '') - Date.parse(first?.grantedAt ?? '')).toBe(60 * DAY_MS)
      await deposit(25_000n * USDT)
      await deposit(500n * USDT)
      const after = await told()
      expect(after.offer).toBeNull()
      expect(after.bonuses.map(({ ordinal, amount }) => [ordinal, amount])).toEqual([
        [2, '36000'],
        [1, '180'],
      ])
      expect(await held()).toEqual([0n, 36_180n * ONE])
      await expectSound()
    })

    it('are given once, wherever the crediting process is killed', async () => {
      await world.send(await world.addressOf(player.uid, 'bonk-solana'), 50n * USDT)
      world.time.now += 25_000
      let crashes = 0
      for (let statements = 0, isDone = false; !isDone; statements++) {
        await sql`update chain_watch set holder = null`.execute(db)
        try {
          const mortal = crashAfter(db, statements)
          await runRound(mortal, world.chain, world.time.now, { onCredited: grantBonus })
          isDone = true
        } catch (error) {
          if (!(error instanceof CrashError)) throw error
          crashes += 1
        }
      }
      await sql`update chain_watch set holder = null`.execute(db)
      expect(crashes).toBeGreaterThan(15)
      expect((await told()).bonuses).toMatchObject([{ status: 'active', amount: '90' }])
      expect(await held()).toEqual([0n, 90n * ONE])
      const deposit = { id: '0', player: player.uid, usdCents: 5_000n }
      const { id } = await db
        .selectFrom('deposit')
        .select('id')
        .where('account_id', '=', player.uid)
        .executeTakeFirstOrThrow()
      // For the code the repeat is a second deposit; the database refuses it.
      const again = () =>
        db.transaction().execute((trx) => grantBonus(trx, { ...deposit, id }, world.time.now))
      await expect(again()).rejects.toThrow(/bonus_of_deposit_once/)
      await expectSound()
    })

    it('are given once for each offer when two processes credit several deposits at once', async () => {
      const address = await world.addressOf(player.uid, 'bonk-solana')
      for (let i = 0; i < 4; i++) await world.send(address, 100n * USDT)
      world.time.now += 25_000
      const another = await backend.openAnother()
      const race = (on: Database) =>
        runRound(on, world.chain, world.time.now, { leaseMs: -1, onCredited: grantBonus })
      await Promise.allSettled([race(db), race(another), race(db)])
      await sql`update chain_watch set holder = null`.execute(db)
      await pass(0)
      expect((await world.depositsOf(player.uid)).map(({ status }) => status)).toEqual(
        Array.from({ length: 4 }, () => 'credited'),
      )
      const { offer, bonuses } = await told()
      expect(offer).toBeNull()
      expect(bonuses.map(({ ordinal, amount }) => [ordinal, amount])).toEqual([
        [2, '180'],
        [1, '180'],
      ])
      expect(await held()).toEqual([0n, 360n * ONE])
      await expectSound()
    })

    it('are not given after the player declined before the deposit, which uses up the offer', async () => {
      await player.call(chooseBonus, { body: { isAccepted: false } })
      await deposit(100n * USDT)
      const { offer, isAccepted, bonuses } = await told()
      expect([offer?.ordinal, isAccepted]).toEqual([2, false])
      expect(bonuses).toMatchObject([{ status: 'declined', amount: '0', locked: '0', lost: '0' }])
      expect(await held()).toEqual([0n, 0n])
      const id = bonuses[0]?.id ?? ''
      expect((await player.call(giveUpBonus, { params: { id }, body: {} })).code).toBe('not_found')
      await player.call(chooseBonus, { body: { isAccepted: true } })
      await deposit(20n * USDT)
      expect(await held()).toEqual([0n, 36n * ONE])
    })

    it('are not given with deposits during a break', async () => {
      const address = await world.addressOf(player.uid, 'bonk-solana')
      await player.call(takeTimeOut, { body: { hours: 24 } })
      await world.send(address, 100n * USDT)
      await pass(25_000)
      expect(await told()).toMatchObject({ offer: { ordinal: 1 }, bonuses: [] })
      await pass(DAY_MS)
      await deposit(100n * USDT)
      expect(await held()).toEqual([0n, 180n * ONE])
    })

    describe('are released', () => {
      beforeEach(async () => {
        await give('usdt-tron', 1_000_000n * USDT)
        await deposit(100n * USDT)
      })

      it("with a fifth of each bet's edge, at the price of its coin, once for each bet", async () => {
        // 50 USDT × 1% × 20% = 0.1 USDB.
        const key = randomUUID()
        expect(await play(50n * USDT, { key })).toEqual([ONE / 10n])
        expect(await play(50n * USDT, { key })).toEqual([ONE / 10n])
        expect(await held()).toEqual([ONE / 10n, 180n * ONE - ONE / 10n])
        expect((await told()).bonuses).toMatchObject([
          { released: '0.1', locked: '179.9', playUsd: '89950', status: 'active' },
        ])
        await give('sol-solana', 10n ** 8n)
        // 1 SOL is 434.78 dollars; 1% × 20% of it.
        expect(await play(10n ** 8n, { coin: 'sol-solana' })).toEqual([86_956_000n])
        // A millionth of a dollar releases less than the smallest unit.
        expect(await play(1n)).toEqual([])
        await expectSound()
      })

      it('to their end, and the rest of a release goes to the next bonus', async () => {
        await deposit(10n * USDT)
        expect(await play(95_000n * USDT)).toEqual([180n * ONE, 10n * ONE])
        expect((await told()).bonuses).toMatchObject([
          { ordinal: 2, status: 'active', released: '10', locked: '8' },
          { ordinal: 1, status: 'released', released: '180', locked: '0', playUsd: '0' },
        ])
        expect(await play(900_000n * USDT)).toEqual([8n * ONE])
        await give('usdt-tron', 900_000n * USDT)
        expect(await play(900_000n * USDT)).toEqual([])
        expect(await held()).toEqual([198n * ONE, 0n])
        await expectSound()
      })

      it('at most in full, once for each bet, by parallel bets in two processes', async () => {
        const engines = [players.play, players.newEngine(await backend.openAnother())]
        await give('sol-solana', 10n ** 12n)
        const keys = Array.from({ length: 12 }, () => randomUUID())
        await Promise.all(
          [...keys, ...keys].map((key, each) => {
            const coin = keys.indexOf(key) % 2 === 0 ? 'usdt-tron' : 'sol-solana'
            const amount = coin === 'usdt-tron' ? 10_000n * USDT : 25n * 10n ** 8n
            return play(amount, { key, coin, engine: engines[each % 2] ?? players.play })
          }),
        )
        expect(await held()).toEqual([180n * ONE, 0n])
        expect((await told()).bonuses).toMatchObject([{ status: 'released', released: '180' }])
        await expectSound()
      })

      it('by the house edge, but not by bets before their start or after their end', async () => {
        const bonuses = await readRunningBonuses(db, player.uid)
        const released = (edgeUsd: bigint, at = world.time.now) =>
          planReleases(bonuses, { edgeUsd, at }).map(({ amount }) => amount)
        expect(released(ONE / 2n)).toEqual([ONE / 10n])
        expect(released((ONE * 175n) / 100n)).toEqual([(ONE * 35n) / 100n])
        expect(released(0n)).toEqual([])
        expect(released(ONE / 2n, world.time.now - DAY_MS)).toEqual([])
        expect(released(ONE / 2n, world.time.now + 61 * DAY_MS)).toEqual([])
      })

      it('by a round at the value of its stake when it was placed, even if the price changes', async () => {
        await give('sol-solana', 10n ** 8n)
        const bet = { idempotencyKey: randomUUID(), game: 'mines', coin: 'sol-solana', stake: '1' }
        const begun = await players.play.bet(player.uid, { ...bet, params: { mines: 1 } })
        if (begun.status !== 'open') throw new Error('The round is over')
        const { price_usd: before } = await db
          .selectFrom('coin')
          .select('price_usd')
          .where('id', '=', 'sol-solana')
          .executeTakeFirstOrThrow()
        const setPrice = (price: string) =>
          db.updateTable('coin').set({ price_usd: price }).where('id', '=', 'sol-solana').execute()
        await setPrice('4347.8')
        players.time.now += 60_000
        const { id } = begun.round
        const step = { type: 'reveal', tile: 0 }
        const after = await players.play.step(player.uid, id, { type: 'step', key: randomUUID(), step })
        if (after.status === 'open')
          await players.play.step(player.uid, id, { type: 'cash-out', key: randomUUID() })
        await setPrice(before)
        // 434.78 dollars × 1% × 20%.
        expect(await releasesOf(id)).toEqual([86_956_000n])
        await expectSound()
      })

      it('by a round at its end, even after the time of the bonus', async () => {
        const round = async (ms: number) => {
          const bet = { idempotencyKey: randomUUID(), game: 'mines', coin: 'usdt-tron', stake: '50' }
          const begun = await players.play.bet(player.uid, { ...bet, params: { mines: 1 } })
          if (begun.status !== 'open') throw new Error('The round is over')
          expect(await releasesOf(begun.round.id)).toEqual([])
          players.time.now += ms
          const step = { type: 'reveal', tile: 0 }
          const after = await players.play.step(player.uid, begun.round.id, {
            type: 'step',
            key: randomUUID(),
            step,
          })
          if (after.status === 'open')
            await players.play.step(player.uid, begun.round.id, { type: 'cash-out', key: randomUUID() })
          return releasesOf(begun.round.id)
        }
        expect(await round(60_000)).toEqual([ONE / 10n])
        expect(await round(61 * DAY_MS)).toEqual([ONE / 10n])
        expect(await held()).toEqual([ONE / 5n, 180n * ONE - ONE / 5n])
        await expectSound()
      })

      it('not at all when the bet is refused', async () => {
        await expect(play(2_000_000n * USDT)).rejects.toMatchObject({ code: 'insufficient_funds' })
        expect(await held()).toEqual([0n, 180n * ONE])
      })

      it('by any sequence of bets, with the exact sum of their rounded releases', async () => {
        const bets = fc.array(fc.bigInt(1n, 20_000n * USDT), { minLength: 1, maxLength: 12 })
        let released = 0n
        await fc.assert(
          fc.asyncProperty(bets, async (sequence) => {
            for (const amount of sequence) {
              await give('usdt-tron', amount)
              const due = (amount * 100n * 100n * 2_000n) / 100_000_000n
              const room = 180n * ONE - released
              released += due < room ? due : room
              await play(amount)
              expect(await held()).toEqual([released, 180n * ONE - released])
            }
          }),
          { numRuns: 8, seed: TEST_SEED },
        )
        await expectSound()
      })
    })

    describe('end', () => {
      const first = async () => (await told()).bonuses[0]
      const call = (id: string, of = player) => of.call(giveUpBonus, { params: { id }, body: {} })
      beforeEach(async () => {
        await give('usdt-tron', 100_000n * USDT)
        await deposit(100n * USDT)
        await play(500n * USDT)
      })

      it('when the player gives one up: the released part stays, and a repeat changes nothing', async () => {
        const id = (await first())?.id ?? ''
        expect((await call(id, await players.newPlayer())).code).toBe('not_found')
        expect((await call('999999999')).code).toBe('not_found')
        const { data } = await call(id)
        expect(data).toMatchObject({ status: 'given_up', released: '1', lost: '179', locked: '0' })
        expect((await call(id)).data).toEqual(data)
        expect(await held()).toEqual([ONE, 0n])
        expect(await play(500n * USDT)).toEqual([])
        expect((await told()).offer?.ordinal).toBe(2)
        await expectSound()
      })

      it('once when their time is over, in whichever process', async () => {
        const id = (await first())?.id ?? ''
        const views = [db, await backend.openAnother()]
        await expireBonuses(db, world.time.now + 59 * DAY_MS)
        expect((await first())?.status).toBe('active')
        const at = world.time.now + 60 * DAY_MS
        const counts = await Promise.all(views.map((view) => expireBonuses(view, at)))
        const mine = await db.selectFrom('bonus').select('status').where('id', '=', id).execute()
        expect(mine).toEqual([{ status: 'expired' }])
        expect(counts.reduce((sum, each) => sum + each)).toBeGreaterThan(0)
        expect(await expireBonuses(db, at)).toBe(0)
        expect(await first()).toMatchObject({ status: 'expired', released: '1', lost: '179', locked: '0' })
        expect(await held()).toEqual([ONE, 0n])
        expect((await call(id)).data.status).toBe('expired')
        await expectSound()
      })

      it('as expired when the player gives one up too late, and a repeat answers the same', async () => {
        const id = (await first())?.id ?? ''
        await players.wait(61 * DAY_MS)
        const { data } = await call(id)
        expect(data).toMatchObject({ status: 'expired', lost: '179', locked: '0' })
        expect((await call(id)).data).toEqual(data)
        expect(await held()).toEqual([ONE, 0n])
        await expectSound()
      })

      it("by the server's own watch", async () => {
        const at = world.time.now + 60 * DAY_MS
        const logger = createLogger('silent')
        let isRight = false
        let asked = 0
        const clock = checkedClock(
          () => at,
          () => (asked++, isRight),
        )
        const stop = watchBonuses({ db, clock, logger, firstMs: 0, everyMs: 5 })
        await expect.poll(() => asked).toBeGreaterThan(2)
        expect((await first())?.status, 'while the clock cannot be believed').toBe('active')
        isRight = true
        await expect.poll(async () => (await first())?.status).toBe('expired')
        await stop()
        await expectSound()
      })

      it('in exactly one way when expiry, giving up and a bet come at once', async () => {
        const id = (await first())?.id ?? ''
        const another = await backend.openAnother()
        const at = world.time.now + 60 * DAY_MS
        await Promise.allSettled([
          expireBonuses(db, at),
          play(5_000n * USDT, { engine: players.newEngine(another) }),
          giveUp(another, { player: player.uid, id, now: world.time.now }),
          expireBonuses(another, at),
          play(5_000n * USDT),
        ])
        expect((await first())?.status).toBeOneOf(['expired', 'given_up'])
        expect((await held())[1]).toBe(0n)
        await expectSound()
      })

      it('with the account, whose closing names the loss and asks first', async () => {
        const close = (more: object = {}) =>
          player.call(closeAccount, { body: { password: PASSWORD, ...more } })
        expect((await player.call(exportAccount, { body: { password: PASSWORD } })).data).toMatchObject({
          bonusChoice: null,
          bonuses: [{ ordinal: 1, status: 'active', amount: '18000000000', released: '100000000' }],
        })
        expect((await close()).code).toBe('balance_left')
        expect((await first())?.status).toBe('active')
        await close({ forfeitBalance: true })
        const rows = await db
          .selectFrom('bonus')
          .select(['status', 'released'])
          .where('account_id', '=', player.uid)
          .execute()
        expect(rows).toEqual([{ status: 'given_up', released: '100000000' }])
        expect(await held()).toEqual([0n, 0n])
        expect(await expireBonuses(db, world.time.now + 61 * DAY_MS)).toBeGreaterThanOrEqual(0)
        await expectSound()
      })

      it('not with a self-exclusion: the player may give them up, and their time runs on', async () => {
        await player.call(excludeSelf, { body: { months: 6, password: PASSWORD } })
        const bonus = await first()
        expect(bonus).toMatchObject({ status: 'active', locked: '179' })
        expect((await call(bonus?.id ?? '')).data.status).toBe('given_up')
      })

      it('for good: the database refuses to reopen one or to change its terms', async () => {
        const id = (await first())?.id ?? ''
        const set = (values: object) => db.updateTable('bonus').set(values).where('id', '=', id).execute()
        await expect(set({ amount: '1' })).rejects.toThrow(/append-only/)
        await expect(set({ released: '18000000001' })).rejects.toThrow(/bonus_never_over_released/)
        await expect(set({ released: '1' })).rejects.toThrow(/append-only/)
        await expect(db.deleteFrom('bonus').where('id', '=', id).execute()).rejects.toThrow(/append-only/)
        await call(id)
        await expect(set({ status: 'active', ended_at: null })).rejects.toThrow(/append-only/)
      })
    })
  })
}
