import { LEDGER } from '#server/books/ledger.ts'
import { reconcile } from '#server/books/reconcile.ts'
import type { LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import { TERMS } from '../../support/books.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount, exportAccount } from '#contract/account.ts'
import { listBalances } from '#contract/balances.ts'
import { getUser } from '#contract/user.ts'
import { openAccount } from '#server/accounts/open-account.ts'
import { grantToEarlierAccounts } from '#server/balances/practice-grant.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf, readTotals } from '#server/ledger/balances.ts'
import * as move from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import type { TestBackend } from './test-backend.ts'

const USDT = 'usdt-tron'
const SCS = 'scs-solana'
const GRANT = 1_000_000_000n
const NOTHING = { available: '0', locked: '0', pending: '0' }

export function balancesSuite(backend: TestBackend): void {
  describe('balances', () => {
    let db: Database
    let players: Players
    let player: Player
    let n = 0
    const next = () => `${++n}`

    const post = (transaction: LedgerTransaction) => postTransaction(db, transaction, players.time.now)
    const give = (coin: string, amount: bigint, to = player.uid) =>
      post(move.payReward({ kind: 'rakeback', player: to, coin, amount, key: next() }))
    const lock = (coin: string, amount: bigint) =>
      post(move.lockBonus({ player: player.uid, coin, amount, bonus: next() }))
    const reserve = async (amount: bigint) => {
      const withdrawal = next()
      await post(move.reserveWithdrawal({ player: player.uid, coin: USDT, amount, withdrawal }))
      return move.cancelWithdrawal({ player: player.uid, coin: USDT, amount, withdrawal })
    }
    const total = async (coin: string, kind: string) =>
      (await readTotals(db)).find((each) => each.coin === coin && each.kind === kind)?.balance ?? 0n

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
    })
    beforeEach(async () => {
      player = await players.newPlayer()
    })

    describe('practice money', () => {
      const open = (mode: 'practice' | 'live') =>
        db.transaction().execute(async (trx) => {
          const uid = await openAccount(trx, { locale: 'en-US' }, { mode, now: players.time.now })
          if (uid === null) throw new Error('Not opened')
          return uid
        })

      it('is given to a new account, in practice mode only', async () => {
        expect(await balancesOf(db, await open('practice'))).toEqual([
          { coin: USDT, available: GRANT, locked: 0n, pending: 0n },
        ])
        expect(await balancesOf(db, await open('live'))).toEqual([])
      })

      it('is undone if the account is not opened', async () => {
        const before = await total(USDT, 'house')
        const failing = db.transaction().execute(async (trx) => {
          await openAccount(trx, { locale: 'en-US' }, { mode: 'practice', now: players.time.now })
          throw new Error('no')
        })
        await expect(failing).rejects.toThrow('no')
        expect(await total(USDT, 'house')).toBe(before)
      })

      it('is given once to older accounts, even if several processes start', async () => {
        const closed = await players.newPlayer()
        await closed.call(closeAccount, { body: { password: PASSWORD } })
        const had = await open('practice')
        const views = [db, await backend.openAnother()]
        const counts = await Promise.all(views.map((view) => grantToEarlierAccounts(view, Date.now)))
        expect(Math.max(...counts)).toBeGreaterThan(0)
        for (const uid of [player.uid, had]) {
          expect(await balancesOf(db, uid)).toMatchObject([{ coin: USDT, available: GRANT }])
        }
        expect(await balancesOf(db, closed.uid)).toEqual([])
        expect(await grantToEarlierAccounts(db, Date.now)).toBe(0)
      })
    })

    describe('GET /balances', () => {
      it('returns listed coins in order, with zero balances, and other coins only when held', async () => {
        const { data } = await player.call(listBalances)
        const listed = [
          'usdt-tron',
          'usdt-ethereum',
          'wif-solana',
          'bonk-solana',
          'usdc-ethereum',
          'usdb-blast',
        ]
        expect(data).toEqual(listed.map((coin) => ({ coin, ...NOTHING })))
        await give(SCS, 1n)
        await give(USDT, 248_500_000n)
        await lock('usdb-blast', 1_800_000_001n)
        await reserve(48_000_000n)
        const held = (await player.call(listBalances)).data
        expect(held.map(({ coin }) => coin)).toEqual([...listed, SCS])
        expect(held[0]).toEqual({ coin: USDT, available: '200.5', locked: '0', pending: '48' })
        expect(held[5]).toEqual({ coin: 'usdb-blast', available: '0', locked: '18.00000001', pending: '0' })
        expect(held[6]).toEqual({ coin: SCS, available: '0.00001', locked: '0', pending: '0' })
        await post(move.placeStake({ player: player.uid, coin: SCS, amount: 1n, bet: next(), game: 'dice' }))
        expect((await player.call(listBalances)).data).toHaveLength(6)
      })

      it('returns nothing of another player', async () => {
        await give(USDT, 5n)
        const other = await players.newPlayer()
        expect((await other.call(listBalances)).data[0]).toEqual({ coin: USDT, ...NOTHING })
        expect((await players.call(listBalances)).status).toBe(401)
      })
    })

    describe('closing an account with money', () => {
      const close = (more: object = {}) =>
        player.call(closeAccount, { body: { password: PASSWORD, ...more } })

      it('is refused until the player gives the money up, which then goes to the house', async () => {
        await give(USDT, 70n)
        await give(SCS, 3n)
        await lock(USDT, 11n)
        const [house, bonus] = [await total(USDT, 'house'), await total(USDT, 'bonus')]
        expect((await close()).code).toBe('balance_left')
        expect((await close({ forfeitBalance: false })).code).toBe('balance_left')
        expect((await player.call(getUser)).code).toBe('ok')
        const kept = (await player.call(exportAccount, { body: { password: PASSWORD } })).data
        expect(kept['movements']).toHaveLength(3)
        expect(kept['movements']).toMatchObject([
          { kind: 'rakeback', coin: USDT, balance: 'available', amount: '70' },
          {},
          {},
        ])
        expect(kept['balances']).toContainEqual({ coin: USDT, kind: 'locked', balance: '11' })

        expect((await close({ forfeitBalance: true })).code).toBe('ok')
        expect((await player.call(getUser)).status).toBe(401)
        for (const { available, locked, pending } of await balancesOf(db, player.uid)) {
          expect([available, locked, pending]).toEqual([0n, 0n, 0n])
        }
        expect(await total(USDT, 'house')).toBe(house + 70n)
        expect(await total(USDT, 'bonus')).toBe(bonus + 11n)
        const { kind } = await db
          .selectFrom('ledger_transaction')
          .select('kind')
          .where('key', '=', `account-forfeit/${player.uid}`)
          .executeTakeFirstOrThrow()
        expect(kind).toBe('account-forfeit')
        expect((await reconcile(db, TERMS, [LEDGER])).faults).toEqual([])
      })

      it('waits for withdrawals under way, which cannot be given up', async () => {
        await give(USDT, 100n)
        const cancel = await reserve(40n)
        expect((await close({ forfeitBalance: true })).code).toBe('withdrawal_open')
        expect(await balancesOf(db, player.uid)).toMatchObject([{ available: 60n, pending: 40n }])
        await post(cancel)
        expect((await close({ forfeitBalance: true })).code).toBe('ok')
      })

      it('needs no consent when there is no money left', async () => {
        await give(USDT, 100n)
        const bet = { player: player.uid, coin: USDT, amount: 100n, bet: next(), game: 'dice' }
        await post(move.placeStake(bet))
        expect((await close()).code).toBe('ok')
      })

      it('takes exactly what parallel bets leave', async () => {
        const view = await backend.openAnother()
        for (let round = 0; round < 5; round++) {
          player = await players.newPlayer()
          await give(USDT, 1_000n)
          const bets = Array.from({ length: 6 }, () =>
            postTransaction(
              view,
              move.placeStake({ player: player.uid, coin: USDT, amount: 100n, bet: next(), game: 'dice' }),
              0,
            ).then(
              () => 'placed',
              ({ code }: { code: string }) => code,
            ),
          )
          const [closed, ...placed] = await Promise.all([close({ forfeitBalance: true }), ...bets])
          expect(closed.code).toBe('ok')
          expect(placed.filter((each) => !['placed', 'insufficient_funds'].includes(each))).toEqual([])
          expect(await balancesOf(db, player.uid)).toMatchObject([{ available: 0n, locked: 0n, pending: 0n }])
        }
        expect((await reconcile(db, TERMS, [LEDGER])).faults).toEqual([])
      })
    })
  })
}
