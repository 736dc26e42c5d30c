import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import * as account from '#contract/account.ts'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import * as actions from '#contract/operator/actions.ts'
import * as chains from '#contract/operator/chains.ts'
import * as games from '#contract/operator/games.ts'
import * as contract from '#contract/operator/players.ts'
import { listOperatedProviders } from '#contract/operator/providers.ts'
import { ROLES, type Role } from '#contract/operator-roles.ts'
import { getToday } from '#contract/operator/today.ts'
import * as reviews from '#contract/operator/withdrawals.ts'
import { cashOut, placeBet, takeStep } from '#contract/play.ts'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { createLogger } from '#server/base/logger.ts'
import { fromDecimal } from '#server/coins/units.ts'
import { readConfig } from '#server/config/config.ts'
import { readsOf } from '#server/db/open-reads.ts'
import type { Database } from '#server/db/tables.ts'
import { keepAlarms } from '#server/jobs/kept-alarms.ts'
import { createChainList } from '#server/operator-views/chains.ts'
import { endSessionsOf } from '#server/operator-views/end-player-sessions.ts'
import { findArrival } from '#server/operator-views/find-arrival.ts'
import { listPlayers } from '#server/operator-views/find-players.ts'
import { readGameDays } from '#server/operator-views/game-days.ts'
import { listOperatedGames } from '#server/operator-views/games.ts'
import { setPaused } from '#server/operator-views/pause-game.ts'
import { listBets } from '#server/operator-views/player-bets.ts'
import { readPlayer } from '#server/operator-views/player-detail.ts'
import { listMovements } from '#server/operator-views/player-movements.ts'
import { listPayments } from '#server/operator-views/player-payments.ts'
import { listRewards } from '#server/operator-views/player-rewards.ts'
import { listOperatedCodes, listOperatedPromotions } from '#server/operator-views/promotions.ts'
import { listProviders } from '#server/operator-views/providers.ts'
import { createToday } from '#server/operator-views/today.ts'
import { listUnattributed } from '#server/operator-views/unattributed.ts'
import type { ViewServices } from '#server/operator-views/view-services.ts'
import { listWithdrawals } from '#server/operator-views/withdrawal-list.ts'
import { readWithdrawalToReview } from '#server/operator-views/withdrawal-review.ts'
import { PLAY_TERMS_KEPT_MS } from '#server/play/play-terms.ts'
import { openDepositWorld } from '../../support/deposit-world.ts'
import { openOperatorWorld } from '../../support/operator-world.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import type { Player } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import { FINAL_BLOCKS, openWithdrawalWorld } from '../../support/withdrawal-world.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const DECIMALS = 6
const USDT = 1_000_000n
const OWNER = { role: 'owner' } as const
const SUPPORT = { role: 'support' } as const

/** The server parses each answer so: it must be as the contract says. */
function fits<E extends Endpoint>(endpoint: E, data: DataOf<E>): DataOf<E> {
  const parsed = v.safeParse(endpoint.data, data)
  expect(parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined()
  return parsed.output
}

export function operatorViewsSuite(backend: TestBackend): void {
  describe('what operators see', () => {
    let db: Database
    let world: Awaited<ReturnType<typeof openWithdrawalWorld>>
    let deposits: Awaited<ReturnType<typeof openDepositWorld>>
    let services: ViewServices
    let [ada, ben, cleo] = [] as unknown as [Player, Player, Player]
    let round = ''
    let paidTx = ''
    let benAddress = ''

    const bet = (of: Player, game: string, params: object, stake = '10') =>
      of.call(placeBet, {
        body: { idempotencyKey: randomUUID(), game, coin: COIN, stake, params: { ...params } },
      })
    const sync = () => void (deposits.time.now = world.players.time.now)
    const find = (query: Parameters<typeof listPlayers>[2], viewer: { readonly role: Role } = OWNER) =>
      listPlayers(services, viewer, query)
    const found = async (search: string, viewer: { readonly role: Role } = OWNER) =>
      (await find({ search }, viewer)).players.map(({ uid }) => uid)

    beforeAll(async () => {
      db = await backend.fresh()
      world = await openWithdrawalWorld(db)
      const { players } = world
      deposits = await openDepositWorld(db, players.time.now)
      services = {
        ...players.services,
        config: { ...readConfig({}), ...players.services.config },
        reads: readsOf(db),
        views: [],
      }
      ;[ada, ben, cleo] = [await world.richPlayer(3_000n), await world.richPlayer(), await world.richPlayer()]
      await db
        .updateTable('account')
        .set({ nickname: 'Ada L', email: 'ada.l@koi.example' })
        .where('id', '=', ada.uid)
        .execute()
      await beginPair(ada)
      for (let n = 0; n < 12; n += 1) await bet(ada, 'dice', { side: 'over', target: 5050 })
      const opened = await bet(ada, 'mines', { mines: 3 }, '4')
      round = opened.data.status === 'open' ? opened.data.round.id : ''
      const address = await deposits.addressOf(ada.uid, COIN)
      paidTx = await deposits.send(address, 300n * USDT)
      deposits.pass(40)
      await deposits.round()
      players.time.now = deposits.time.now
      await world.ask(ada, { amount: '50' })
      await world.round()
      world.pass(FINAL_BLOCKS)
      await world.round()
      await world.ask(ada, { amount: '1200' })
      await world.round()
      benAddress = await deposits.addressOf(ben.uid, COIN)
      await ben.call(takeTimeOut, { body: { hours: 24 } })
      await db
        .updateTable('account')
        .set({
          email: null,
          password_hash: null,
          password_changed_at: null,
          nickname: '',
          closed_at: new Date(players.time.now),
        })
        .where('id', '=', cleo.uid)
        .execute()
    })

    it('lists all players page by page, each once, while others register', async () => {
      const before = await openLedgerPlayers(db, 120)
      const seen: number[] = []
      let after: string | undefined
      do {
        const page = fits(contract.findPlayers, await find({ after }))
        seen.push(...page.players.map(({ uid }) => uid))
        after = page.next ?? undefined
        await openLedgerPlayers(db, 3)
      } while (after !== undefined)
      expect(seen).toEqual([...seen].toSorted((a, b) => b - a))
      expect(new Set(seen).size).toBe(seen.length)
      for (const uid of [...before, ada.uid, ben.uid, cleo.uid]) expect(seen).toContain(uid)
    })

    it('lists players by e-mail address in both directions, those without one at the end', async () => {
      const walk = async (direction: 'up' | 'down') => {
        const all: (string | null)[] = []
        let after: string | undefined
        do {
          const page = await find({ sort: 'email', direction, after })
          all.push(...page.players.map(({ email }) => email))
          after = page.next ?? undefined
        } while (after !== undefined)
        return all
      }
      const { n } = await db
        .selectFrom('account')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      for (const direction of ['up', 'down'] as const) {
        const all = await walk(direction)
        const emails = all.filter((email) => email !== null)
        expect(all.length).toBe(Number(n))
        expect(all.slice(0, emails.length)).toEqual(emails)
        const sorted = emails.toSorted()
        expect(emails).toEqual(direction === 'up' ? sorted : sorted.toReversed())
      }
    })

    it('says who is in a break, and whose account is closed', async () => {
      const inState = async (state: 'open' | 'break' | 'closed') =>
        (await find({ state })).players.map(({ uid }) => uid)
      expect(await inState('break')).toEqual([ben.uid])
      expect(await inState('closed')).toEqual([cleo.uid])
      expect((await find({ state: 'open', search: String(ben.uid) })).players).toEqual([])
      expect((await find({ search: String(ben.uid) })).players).toMatchObject([{ state: 'break' }])
      const { breakUntil } = fits(contract.getPlayer, await readPlayer(services, OWNER, ben.uid))
      expect(breakUntil).not.toBeNull()
    })

    it('finds a player by each thing that names one', async () => {
      const { public_number } = await db
        .selectFrom('account')
        .select('public_number')
        .where('id', '=', ada.uid)
        .executeTakeFirstOrThrow()
      const wallet = `0x${'ab'.repeat(20)}`
      await sql`insert into wallet (address, account_id, label, linked_at, proven_by)
        values (${wallet}, ${ada.uid}, '', now(), 'key')`.execute(db)
      const { address } = await db
        .selectFrom('deposit_address')
        .select('address')
        .where('account_id', '=', ada.uid)
        .executeTakeFirstOrThrow()
      const { tx_id } = await db
        .selectFrom('withdrawal_transaction')
        .select('tx_id')
        .executeTakeFirstOrThrow()
      const to = await db
        .selectFrom('withdrawal')
        .select('address')
        .where('account_id', '=', ada.uid)
        .executeTakeFirstOrThrow()
      for (const text of [
        String(ada.uid),
        public_number,
        'ada.l@koi.example',
        'ADA.L@koi',
        'ada l',
        wallet,
        wallet.toUpperCase().replace('0X', '0x'),
        address,
        paidTx,
        tx_id,
        to.address,
      ]) {
        expect([text, await found(text)]).toEqual([text, [ada.uid]])
      }
      expect(await found('nobody@koi.example')).toEqual([])
      expect(await found('f'.repeat(64))).toEqual([])
    })

    it('takes no letter of a search for anything else', async () => {
      await db.updateTable('account').set({ nickname: '100%_\\ koi' }).where('id', '=', ben.uid).execute()
      expect(await found('100%_\\')).toEqual([ben.uid])
      for (const text of [
        '%',
        '_',
        '\\',
        '%%',
        "'; drop table account; --",
        '\0',
        'a\0b',
        '鲤'.repeat(120),
        '🐟',
        '٣',
      ]) {
        expect([text, await found(text)]).toEqual([text, []])
      }
      for (const after of ['9-9', 'x', '0-9999999999', "0-1'"]) {
        await find({ after })
        await find({ search: 'p', after })
      }
    })

    it('shows a whole page of those whose e-mail address begins so, then those whose nickname does', async () => {
      const uids = await openLedgerPlayers(db, 130)
      await sql`update account set email = 'begins' || lpad(id::text, 9, '0') || '@koi.example' where id = any(${uids.slice(0, 60)}::integer[])`.execute(
        db,
      )
      await sql`update account set nickname = 'Begins ' || id where id = any(${uids.slice(50)}::integer[])`.execute(
        db,
      )
      const seen: number[] = []
      let after: string | undefined
      do {
        const page = await find({ search: 'BEGINS', after })
        expect(page.players.length).toBeLessThanOrEqual(contract.PLAYERS_PER_PAGE)
        seen.push(...page.players.map(({ uid }) => uid))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(seen.slice(0, 60)).toEqual(uids.slice(0, 60))
      expect(seen.toSorted((a, b) => a - b)).toEqual(uids)
    })

    it('shows support no whole address, no sum and no link, and lets nobody spell an e-mail address out', async () => {
      await sql`insert into player_way (account_id, way_hash, kind) values
        (${ada.uid}, sha256('one'), 'email'), (${ben.uid}, sha256('one'), 'email')`.execute(db)
      for (const role of ROLES) {
        const viewer = { role }
        const player = fits(contract.getPlayer, await readPlayer(services, viewer, ada.uid))
        const { payments } = await listPayments(db, viewer, ada.uid, undefined)
        const isWhole = role !== 'support'
        expect([role, player.email]).toEqual([role, isWhole ? 'ada.l@koi.example' : 'a•••@koi.example'])
        expect([role, player.sums === null]).toEqual([role, !isWhole])
        expect([role, player.links]).toEqual([role, isWhole ? [{ uid: ben.uid, by: 'mailbox' }] : []])
        for (const { address, txId } of payments) {
          expect([role, address?.includes('…'), txId === null || txId.includes('…')]).toEqual([
            role,
            !isWhole,
            txId === null || !isWhole,
          ])
        }
        expect([role, await found('ada.l@', viewer)]).toEqual([role, isWhole ? [ada.uid] : []])
        expect(await found('ada.l@koi.example', viewer)).toEqual([ada.uid])
      }
      const byEmail = await find({ sort: 'email' }, SUPPORT)
      expect(byEmail.players.map(({ uid }) => uid)).toEqual((await find({})).players.map(({ uid }) => uid))
      expect(JSON.stringify([byEmail, await find({ search: 'a' }, SUPPORT)])).not.toContain('ada.l@')
      await sql`delete from player_way where way_hash = sha256('one')`.execute(db)
    })

    it('tells movements that add up to the balances, and bets that add up to their stakes and payouts', async () => {
      const sums = new Map<string, bigint>()
      const transactions: string[] = []
      let after: string | undefined
      do {
        const page = fits(contract.listPlayerMovements, await listMovements(db, ada.uid, after))
        for (const { transaction, postings } of page.movements) {
          transactions.push(transaction)
          for (const { account: kind, coin, amount } of postings) {
            const units = amount.startsWith('-')
              ? -fromDecimal(amount.slice(1), DECIMALS)
              : fromDecimal(amount, DECIMALS)
            sums.set(`${kind} ${coin}`, (sums.get(`${kind} ${coin}`) ?? 0n) + units)
          }
        }
        after = page.next ?? undefined
      } while (after !== undefined)
      const { rows } = await sql<{ kind: string; coin: string; balance: string }>`
        select kind, coin, balance from ledger_account where account_id = ${ada.uid} order by 1, 2`.execute(
        db,
      )
      expect([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(
        rows.map(({ kind, coin, balance }) => [`${kind} ${coin}`, BigInt(balance)]),
      )
      const { rows: moved } = await sql<{ n: string }>`
        select count(distinct transaction_id)::text as n from ledger_posting posting join ledger_account own
          on (own.bucket, own.id) = (posting.bucket, posting.ledger_account_id) where own.account_id = ${ada.uid}`.execute(
        db,
      )
      expect([transactions.length, new Set(transactions).size]).toEqual([
        Number(moved[0]?.n),
        Number(moved[0]?.n),
      ])

      const { bets } = fits(contract.listPlayerBets, await listBets(db, ada.uid, undefined))
      expect(bets.length).toBe(12)
      const units = (figure: 'stake' | 'payout') =>
        bets.reduce((sum, each) => sum + fromDecimal(each[figure], DECIMALS), 0n)
      const { rows: ledger } = await sql<{ staked: string; paid: string }>`
        select coalesce(-sum(amount) filter (where amount < 0), 0)::text as staked,
          coalesce(sum(amount) filter (where amount > 0), 0)::text as paid
        from ledger_posting posting
        join ledger_account own on (own.bucket, own.id) = (posting.bucket, posting.ledger_account_id)
        join ledger_transaction moved on (moved.bucket, moved.id) = (posting.bucket, posting.transaction_id)
        where own.account_id = ${ada.uid} and own.kind = 'available' and moved.kind = 'round' and moved.subject = 'dice'
          and moved.key not like 'bet/given-%'`.execute(db)
      expect([units('stake'), units('payout')]).toEqual([
        BigInt(ledger[0]?.staked ?? 0),
        BigInt(ledger[0]?.paid ?? 0),
      ])
    })

    it('pages bets and payments without a gap', async () => {
      for (let n = 0; n < 55; n += 1) await bet(ada, 'dice', { side: 'over', target: 5050 }, '0.5')
      const ids: string[] = []
      let after: string | undefined
      do {
        const page = await listBets(db, ada.uid, after)
        ids.push(...page.bets.map(({ id }) => id))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect([ids.length, new Set(ids).size]).toEqual([67, 67])
      const { payments, next } = fits(
        contract.listPlayerPayments,
        await listPayments(db, OWNER, ada.uid, undefined),
      )
      expect(next).toBeNull()
      expect(payments.map(({ kind, amount, status }) => [kind, amount, status])).toEqual([
        ['withdrawal', '1200', 'review'],
        ['withdrawal', '50', 'confirmed'],
        ['deposit', '300', 'credited'],
      ])
      const [first] = payments
      const at = Date.parse(first?.at ?? '')
      expect((await listPayments(db, OWNER, ada.uid, `${at}-w-${first?.id}`)).payments).toEqual(
        payments.slice(1),
      )
      fits(contract.listPlayerRewards, await listRewards(db, ada.uid))
      await expect(listBets(db, 1, undefined)).rejects.toMatchObject({ code: 'not_found' })
    })

    it('tells the sums of a player as the ledger and the chain have them', async () => {
      const { sums, level, balances } = await readPlayer(services, OWNER, ada.uid)
      const { rows } = await sql<{ staked: string; result: string }>`
        select sum(usd)::text as staked, sum(usd - div(usd::numeric * multiplier, 10000))::text as result
        from bet where account_id = ${ada.uid}`.execute(db)
      const open = 4n * 100_000_000n
      expect(fromDecimal(sums?.stakedUsd ?? '', 8)).toBe(BigInt(rows[0]?.staked ?? 0))
      expect(signed(sums?.resultUsd ?? '', 8)).toBe(BigInt(rows[0]?.result ?? 0) + open)
      expect([sums?.depositedUsd, sums?.withdrawnUsd, level]).toEqual(['300', '50', 2])
      expect(balances.find(({ coin }) => coin === COIN)?.pending).toBe('1200')
    })

    it('puts withdrawals in review in a queue, with the evidence and the votes', async () => {
      world.pass(5)
      await world.ask(ben, { amount: '20' })
      const { withdrawals } = fits(
        reviews.listAllWithdrawals,
        await listWithdrawals(services, { status: 'review', after: undefined }),
      )
      expect(withdrawals).toMatchObject([{ uid: ada.uid, usd: '1200', votes: 0, needed: 2, reason: 'large' }])
      const all = await listWithdrawals(services, { status: undefined, after: undefined })
      expect(all.withdrawals.map(({ amount }) => amount)).toEqual(['20', '1200', '50'])
      const [last] = withdrawals
      const id = last?.id ?? ''
      const detail = fits(reviews.getWithdrawalToReview, await readWithdrawalToReview(services, id))
      expect(detail).toMatchObject({
        isSealed: true,
        txIds: [],
        decisions: [],
        evidence: {
          accountAgeDays: 0,
          withdrawals: 1,
          withdrawnUsd: '50',
          depositedUsd: '300',
          dayUsd: '50',
          isKnownAddress: false,
          sharedWith: [],
        },
      })
      const operators = await db
        .insertInto('operator')
        .values(
          ['Mei', 'Ole'].map((name) => ({
            name,
            role: 'finance' as const,
            invited_by: null,
            joined_at: new Date(),
            removed_at: null,
          })),
        )
        .returning(['id', 'name'])
        .execute()
      for (const [decision, at] of [
        ['approve', 1],
        ['refuse', 2],
        ['approve', 3],
      ] as const) {
        await db
          .insertInto('withdrawal_vote')
          .values({
            withdrawal_id: id,
            operator_id: operators[0]?.id ?? 0,
            decision,
            why: 'asked by phone',
            at: new Date(world.clock() + at),
            origin: 'http://localhost',
            assertion: '{}',
            done_at: null,
          })
          .execute()
      }
      const voted = await readWithdrawalToReview(services, id)
      expect(voted.votes).toBe(1)
      expect(voted.decisions.map(({ by, decision, isDone }) => [by, decision, isDone])).toEqual([
        ['Mei', 'approve', false],
        ['Mei', 'refuse', false],
        ['Mei', 'approve', false],
      ])
      await expect(readWithdrawalToReview(services, '999999')).rejects.toMatchObject({ code: 'not_found' })
    })

    it('counts the day, its hours and each game from the same bets', async () => {
      const today = fits(getToday, await createToday(services)())
      const { rows } = await sql<{ n: string; staked: string; edge: string; result: string }>`
        select count(*)::text as n, sum(usd)::text as staked, sum(edge_usd)::text as edge,
          sum(usd - div(usd::numeric * multiplier, 10000))::text as result
        from bet where at >= date_trunc('day', ${new Date(world.clock())}::timestamptz, 'utc')`.execute(db)
      const [made] = rows
      expect([
        today.bets.count,
        fromDecimal(today.bets.stakedUsd, 8),
        fromDecimal(today.bets.edgeUsd, 8),
        signed(today.bets.resultUsd, 8),
      ]).toEqual([
        Number(made?.n),
        BigInt(made?.staked ?? 0),
        BigInt(made?.edge ?? 0),
        BigInt(made?.result ?? 0),
      ])
      expect(today.hours.length).toBe(24)
      expect(today.hours.reduce((sum, { bets }) => sum + bets, 0)).toBe(Number(made?.n))
      expect(today.deposits).toEqual({ count: 1, usd: '300' })
      expect(today.withdrawals).toEqual({ count: 1, usd: '50', waiting: 1, inReview: 1 })
      expect(today.players.active).toBe(1)
      const { rows: owed } = await sql<{ owed: string }>`
        select sum(balance)::text as owed from ledger_account where coin = ${COIN} and account_id is not null`.execute(
        db,
      )
      expect(fromDecimal(today.liabilities.find(({ coin }) => coin === COIN)?.owed ?? '', DECIMALS)).toBe(
        BigInt(owed[0]?.owed ?? 0),
      )

      const list = fits(games.listOperatedGames, await listOperatedGames(services))
      const dice = list.find(({ slug }) => slug === 'dice')
      expect([dice?.bets, dice?.stakedUsd]).toEqual([Number(made?.n), today.bets.stakedUsd])
      const staked = BigInt(made?.staked ?? 1)
      expect(dice?.returnBps).toBe(Number(((staked - BigInt(made?.result ?? 0)) * 10_000n) / staked))
      expect(dice?.expectedBps).toBe(Number(((staked - BigInt(made?.edge ?? 0)) * 10_000n) / staked))
      expect(dice?.standardErrorBps).toBeGreaterThan(0)
      const mines = list.find(({ slug }) => slug === 'mines')
      // All 22 gems beside 3 mines pay 2,277 times the stake: 0.99 ÷ the chance of 1 in 2,300.
      expect([mines?.openRounds, mines?.exposureUsd]).toEqual([1, '9108'])
      const days = fits(games.getGameDays, await readGameDays(services, 'dice'))
      expect([days.length, days.at(-1)?.stakedUsd]).toEqual([30, today.bets.stakedUsd])
      await expect(readGameDays(services, 'none')).rejects.toMatchObject({ code: 'not_found' })
    })

    it('pauses a game: bets are refused, and open rounds can be ended', async () => {
      await db.transaction().execute((trx) => setPaused(trx, 'mines', true))
      world.players.time.now += PLAY_TERMS_KEPT_MS
      expect((await bet(ada, 'mines', { mines: 3 })).code).toBe('game_paused')
      expect((await listOperatedGames(services)).find(({ slug }) => slug === 'mines')?.isPaused).toBe(true)
      const body = { idempotencyKey: randomUUID(), step: { type: 'reveal', tile: 0 } }
      const stepped = await ada.call(takeStep, { params: { id: round }, body })
      expect(stepped.status).toBe(200)
      if (stepped.data.status === 'open')
        expect(
          (await ada.call(cashOut, { params: { id: round }, body: { idempotencyKey: randomUUID() } })).status,
        ).toBe(200)
      await db.transaction().execute((trx) => setPaused(trx, 'mines', false))
      world.players.time.now += PLAY_TERMS_KEPT_MS
      expect((await bet(ada, 'mines', { mines: 3 })).status).toBe(200)
      await expect(db.transaction().execute((trx) => setPaused(trx, 'none', true))).rejects.toMatchObject({
        code: 'not_found',
      })
    })

    it('finds a deposit, whatever became of it', async () => {
      sync()
      const said = async (search: string) =>
        fits(chains.findArrival, await findArrival(services, search)).map(({ state, uid, amount }) => [
          state,
          uid,
          amount,
        ])
      expect(await said(paidTx)).toEqual([['credited', ada.uid, '300']])
      const address = await deposits.addressOf(ada.uid, COIN)
      expect(await said(address)).toEqual([['credited', ada.uid, '300']])
      const fresh = await deposits.send(address, 7n * USDT)
      expect(await said(fresh)).toEqual([['waiting', ada.uid, '7']])
      const elsewhere = await deposits.send(world.someAddress(), 8n * USDT)
      expect(await said(elsewhere)).toEqual([['not_ours', null, '8']])
      expect(await said('f'.repeat(64))).toEqual([['not_found', null, null]])
      expect(await said(world.someAddress())).toEqual([['not_found', null, null]])
      expect(await said(benAddress)).toEqual([['not_found', ben.uid, null]])

      expect(await listUnattributed(db)).toEqual([])
      await db
        .updateTable('account')
        .set({
          email: null,
          password_hash: null,
          password_changed_at: null,
          closed_at: new Date(world.clock()),
        })
        .where('id', '=', ben.uid)
        .execute()
      const late = await deposits.send(benAddress, 9n * USDT)
      deposits.pass(40)
      await deposits.round()
      expect(await said(late)).toEqual([['held', ben.uid, '9']])
      expect(fits(chains.listUnattributed, await listUnattributed(db))).toMatchObject([
        { state: 'held', uid: ben.uid, amount: '9' },
      ])
    })

    it('ends all sessions of a player, who is told', async () => {
      await ada.session()
      const before = (await readPlayer(services, OWNER, ada.uid)).sessions.length
      const end = () => db.transaction().execute((trx) => endSessionsOf(services, trx, ada.uid))
      expect([before, await end(), await end()]).toEqual([2, 2, 0])
      expect((await ada.call(account.getSecurity)).code).toBe('unauthorized')
      expect(await mailsTo('ada.l@koi.example')).toBe(1)
      expect((await readPlayer(services, OWNER, ada.uid)).sessions).toEqual([])
    })

    it('is served by role, and each change is in the log with its reason', async () => {
      const office = await openOperatorWorld(db, world.players.time)
      const [support, risk] = [await office.newOperator('support'), await office.newOperator('risk')]
      const params = { uid: String(ada.uid) }
      const asked = await support.call(contract.getPlayer, { params })
      expect([asked.data.sums, asked.data.email]).toEqual([null, 'a•••@koi.example'])
      expect((await risk.call(contract.getPlayer, { params })).data.email).toBe('ada.l@koi.example')
      expect((await support.call(contract.listPlayerMovements, { params })).code).toBe('forbidden')
      expect((await risk.call(contract.getPlayer, { params: { uid: '9999999999' } })).code).toBe('not_found')
      const why = 'a report of wrong payouts'
      const paused = await risk.call(games.pauseGame, {
        params: { slug: 'keno' },
        body: { isPaused: true, why },
      })
      expect(paused.data.isPaused).toBe(true)
      const ended = await support.call(contract.endPlayerSessions, { params, body: { why: 'a lost phone' } })
      expect(ended.data).toEqual({ ended: 0 })
      const lines = await db
        .selectFrom('admin_action')
        .select(['action', 'why', 'by_name'])
        .where('kind', '=', 'change')
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
      expect(lines).toEqual([
        { action: 'player end-sessions', why: 'a lost phone', by_name: support.name },
        { action: 'game pause', why, by_name: risk.name },
      ])
    })

    it('shows chains, promotions, codes and providers as the contract says', async () => {
      const list = fits(chains.listOperatedChains, await createChainList(services)())
      const tron = list.find(({ chain }) => chain === 'tron-practice')
      expect(tron).toMatchObject({ isPractice: true, hotWallet: world.key.address, watcher: 'running' })
      expect(tron?.coins).toMatchObject([{ coin: COIN, held: null, inHotWallet: null }])
      const promotions = fits(actions.listOperatedPromotions, await listOperatedPromotions(db))
      expect(promotions.length).toBeGreaterThan(0)
      expect(fits(actions.listOperatedCodes, await listOperatedCodes(db))).toEqual([])
      expect(fits(listOperatedProviders, await listProviders(services))).toEqual([])
    })

    it('tells alarms of the log, each once with how often it came', async () => {
      const logger = createLogger('error', { write: () => {} })
      logger.error({ alarm: 'test_pike', faults: [] }, 'the ledger does not add up')
      logger.child({ id: 1 }).error({ alarm: 'test_pike' }, 'the ledger does not add up')
      logger.error({ err: new Error('no alarm') }, 'something else')
      await keepAlarms(db)()
      await sql`update alarm set first_at = ${new Date(world.clock())}, last_at = ${new Date(world.clock())}`.execute(
        db,
      )
      const { alarms } = await createToday(services)()
      // Other tests of this process raise alarms of their own.
      expect(alarms.filter(({ kind }) => kind === 'test_pike')).toMatchObject([
        { message: 'the ledger does not add up', times: 2 },
      ])
    })

    async function mailsTo(email: string): Promise<number> {
      const rows = await db
        .selectFrom('mail')
        .select('kind')
        .where('recipient', '=', email)
        .where('kind', '=', 'sessions-ended')
        .execute()
      return rows.length
    }
  })
}

const signed = (text: string, decimals: number) =>
  text.startsWith('-') ? -fromDecimal(text.slice(1), decimals) : fromDecimal(text, decimals)
