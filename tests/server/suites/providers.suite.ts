import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setLimit, takeTimeOut } from '#contract/responsible-play.ts'
import { operate } from '#server/admin/admin.command.ts'
import { reconcileView } from '#server/books/reconcile.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { payProviderWin } from '#server/ledger/movements.ts'
import { createLogger } from '#server/base/logger.ts'
import { tellDebts } from '#server/providers/debt-alarm.ts'
import { lapseProviderRounds } from '#server/providers/lapse-rounds.ts'
import { openProviderSession } from '#server/providers/provider-players.ts'
import { readProviderRounds } from '#server/providers/rounds.queries.ts'
import { closePlay } from '#server/play/play-account.ts'
import { assertNothingOwed } from '#server/withdrawals/request-withdrawal.ts'
import { faultsOf, giveMoney, TERMS, termsWithGiven } from '../../support/books.ts'
import type { FaultKind } from '#server/books/faults.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { someOf } from '../../support/test-seed.ts'
import {
  hub88Body,
  hub88Driver,
  softswissBody,
  softswissDriver,
  type Driver,
} from '../../support/provider-drivers.ts'
import { erase, prepareForgeries, withForgery, type Thief } from './books.suite.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const USDT = 1_000_000n
const HOUR_MS = 3_600_000

/** A call of a kind that has moved money. */
const CALL = (kind: string) =>
  `(select min(ctid) from provider_transaction where kind = '${kind}' and status = 'ok' and amount > 0)`
const moneyOf = (kind: string) =>
  `(select moved.id from ledger_transaction moved where moved.kind = 'provider-${kind}' order by moved.id limit 1)`

const KEY = (id: string) => `(select id from ledger_transaction where key like 'provider/%/${id}')`
/** The movement of the call that `CALL` finds. */
const MONEY = (kind: string) =>
  `(select moved.id from ledger_transaction moved join provider_transaction called
    on moved.key = 'provider/' || called.provider || '/' || called.id where called.ctid = ${CALL(kind)})`

/** Sessions are kept for months, and the clock of these tests stands. */
const SOON = [
  `create function public.now() returns timestamptz language sql stable as $$ select timestamptz '2026-06-10' $$`,
  'set local search_path = public, pg_catalog',
]

type Forge = (thief: Thief) => Promise<void>
const run =
  (...statements: string[]): Forge =>
  (thief) =>
    thief.run(...statements)

const COLUMNS = [
  ...['bucket', 'account_id', 'provider', 'id', 'kind', 'reference', 'content_hash', 'round', 'game', 'coin'],
  ...['amount', 'short', 'usd', 'edge_usd', 'hour', 'status', 'request', 'balance', 'at'],
]
/** Inserts a copy of the call with other values. */
const copyOf = (kind: string, values: Readonly<Record<string, string>>) =>
  `insert into provider_transaction (${COLUMNS.join(', ')})
    select ${COLUMNS.map((column) => values[column] ?? column).join(', ')} from provider_transaction where ctid = ${CALL(kind)}`
const playerOf = (kind: string) => `(select account_id from provider_transaction where ctid = ${CALL(kind)})`
const roundOf = (kind: string) =>
  `(bucket, account_id, provider, round) = (select bucket, account_id, provider, round from provider_transaction where ctid = ${CALL(kind)})`

const FORGERIES: readonly (readonly [what: string, forge: Forge, kind: FaultKind, where?: string])[] = [
  [
    'a call whose id another player has as well',
    run(copyOf('win', { bucket: '(bucket + 1) % 64', account_id: 'account_id + 1', amount: '0', usd: '0' })),
    'provider_call_differs',
    'is of the players',
  ],
  [
    'a win that never was, with its money, its round and its hour',
    async ({ trx, run: go, post }) => {
      const { rows } = await sql<{
        player: number
        provider: string
        coin: string
        game: string
        amount: string
      }>`
        select account_id as player, provider, coin, game, amount from provider_transaction
        where ctid = ${sql.raw(CALL('win'))}`.execute(trx)
      const [win] = rows
      if (!win) throw new Error('There is no win')
      await post(payProviderWin({ ...win, amount: BigInt(win.amount), transaction: 'never-was' }))
      const posted = `(select balance_after from ledger_posting where transaction_id = ${KEY('never-was')} and line = 2)`
      await go(
        copyOf('win', {
          id: `'never-was'`,
          balance: posted,
          at: `(select at from ledger_transaction where id = ${KEY('never-was')})`,
        }),
        `update provider_round set paid = paid + ${win.amount} where ${roundOf('win')}`,
        `update play_hour set paid = paid + forged.usd from (select * from provider_transaction where id = 'never-was') forged
          where (play_hour.bucket, play_hour.account_id, play_hour.hour) = (forged.bucket, forged.account_id, forged.hour)`,
      )
    },
    'provider_call_differs',
    'never-was',
  ],
  [
    'a larger win, in its row, its money and its round',
    async ({ run: go, mend }) => {
      await go(
        `update ledger_posting set amount = amount + sign(amount) * 1000000 where transaction_id = ${MONEY('win')}`,
        `update provider_round set paid = paid + 1000000 where ${roundOf('win')}`,
        `update provider_transaction set amount = amount + 1000000, balance = balance + 1000000 where ctid = ${CALL('win')}`,
      )
      await mend()
    },
    'provider_call_differs',
    'hashed',
  ],
  [
    'two players with each other’s names',
    run(
      'alter table provider_player drop constraint provider_player_name',
      `update provider_player set name = (select name from provider_player other where other.account_id <> ${playerOf('win')}
        order by account_id limit 1) where account_id = ${playerOf('win')}`,
    ),
    'provider_call_differs',
    'hashed',
  ],
  [
    'a bet of an earlier hour, in its row and its money',
    run(
      `update ledger_transaction set at = at - interval '2 hours' where id = ${MONEY('bet')}`,
      `update provider_transaction set at = at - interval '2 hours' where ctid = ${CALL('bet')}`,
    ),
    'provider_call_differs',
    'hour',
  ],
  [
    'a bet of more worth, in all that counts it',
    run(
      `insert into price_hour (coin, hour, since, lowest, highest) values ('${COIN}', '2026-05-01', '2026-05-01', 1, 1)`,
      `update provider_round set usd = usd + 100000000, counted_usd = counted_usd + 100000000
        where ${roundOf('bet')} and closed_at is not null`,
      `update play_account set wagered = wagered + 100000000 where account_id = ${playerOf('bet')}`,
      `update play_hour set staked = staked + 100000000 where account_id = ${playerOf('bet')}`,
      `update provider_transaction set usd = usd + 100000000 where ctid = ${CALL('bet')}`,
    ),
    'bet_worth_differs',
  ],
  [
    'a round that is rewarded a second time, as if bets on it had been rolled back',
    run(
      `update provider_round set taken_back_usd = 1000000000, taken_back_edge_usd = 40000000 where ${roundOf('win')}`,
    ),
    'provider_round_differs',
    'taken back',
  ],
  [
    'a debt of no call, which keeps its player from withdrawing',
    run(`insert into provider_debt (bucket, account_id, provider, transaction_id, coin, amount, at)
      select bucket, account_id, provider, 'never-was', coin, 5, at from provider_transaction where ctid = ${CALL('bet')}`),
    'provider_call_differs',
    'never-was',
  ],
  [
    'a debt that is settled without an operator',
    run('update provider_debt set settled_at = now(), action_id = 0'),
    'provider_call_differs',
    'settled',
  ],
  [
    'a debt that is settled by an action about another one',
    run(
      `insert into admin_action (id, at, by_name, by_user, why, action, what, line, prev, hash)
        overriding system value
        values (0, now(), 'Mei', 'mei', 'invoice', 'debt settle', '{"debt":"hub/another"}', 9, sha256(''), sha256(''))`,
      'update provider_debt set settled_at = now(), action_id = 0',
    ),
    'provider_call_differs',
    'settled',
  ],
  [
    'a debt of a provider whose player had the money',
    run(
      `update provider_transaction set balance = 1000000 where short > 0`,
      `update ledger_posting set balance_after = 1000000 where balance_after is not null and transaction_id in
        (select id from ledger_transaction where kind = 'provider-win-back')`,
    ),
    'provider_call_differs',
    'with 1000000 left',
  ],
  [
    'a bet in no session',
    run(...SOON, `delete from provider_session where account_id = ${playerOf('bet')}`),
    'provider_call_differs',
    'session',
  ],
  [
    'a bet in the session of another player',
    run(
      ...SOON,
      `update provider_session set account_id = account_id + 64 where account_id = ${playerOf('bet')}`,
    ),
    'provider_call_differs',
    'session',
  ],
  [
    'a win that was paid before its bet',
    run(
      'alter table provider_transaction alter column sequence drop identity',
      `update provider_transaction set sequence = -1 where ctid = ${CALL('win')}`,
    ),
    'provider_call_differs',
  ],
  [
    'an answer with another balance',
    run(`update provider_transaction set balance = balance + 1 where ctid = ${CALL('win')}`),
    'provider_money_differs',
    'with a balance of',
  ],
  ['a win that was not moved', run(...erase(moneyOf('win'))), 'provider_call_differs'],
  ['a bet that was not taken', run(...erase(moneyOf('bet'))), 'provider_call_differs'],
  [
    'a win that no call has asked for',
    run(`delete from provider_transaction where ctid = ${CALL('win')}`),
    'provider_money_differs',
  ],
  [
    'a win of more than its call has asked for',
    run(`update provider_transaction set amount = amount - 1 where ctid = ${CALL('win')}`),
    'provider_money_differs',
  ],
  [
    'a win for a bet that was refused',
    run(
      `update provider_transaction set status = 'no_funds', usd = 0, edge_usd = 0 where ctid = ${CALL('bet')}`,
    ),
    'provider_money_differs',
  ],
  [
    'a win of a bet in another round',
    run(`update provider_transaction set round = 'another' where ctid = ${CALL('win')}`),
    'provider_call_differs',
  ],
  [
    'a bet that was given back with more than it took',
    run(`update provider_transaction set amount = amount + 1 where ctid = ${CALL('bet-back')}`),
    'provider_call_differs',
  ],
  [
    'a bet that was given back twice',
    run(
      'drop index provider_transaction_back',
      `insert into provider_transaction (bucket, account_id, provider, id, kind, reference, content_hash, round, game, coin, amount,
        short, usd, edge_usd, hour, status, request, balance, at)
        select bucket, account_id, provider, 'twice', kind, reference, content_hash, round, game, coin, amount, short, usd,
          edge_usd, hour, status, request, balance, at
        from provider_transaction where ctid = ${CALL('bet-back')}`,
    ),
    'provider_call_differs',
  ],
  ['a debt of a provider that is gone', run('delete from provider_debt'), 'provider_call_differs'],
  [
    'a larger debt of a provider',
    run('update provider_debt set amount = amount + 1'),
    'provider_call_differs',
  ],
  [
    'a round that counts for more',
    run(
      `update provider_round set usd = usd + 1, counted_usd = case when closed_at is null then 0 else counted_usd + 1 end`,
    ),
    'provider_round_differs',
  ],
  [
    'edge that no bet has made',
    run(
      `update provider_round set edge_usd = edge_usd + 1000, counted_edge_usd = counted_edge_usd + 1000
        where closed_at is not null`,
      `update provider_transaction set edge_usd = edge_usd + 1000 where kind = 'bet' and status = 'ok'`,
    ),
    'play_count_differs',
  ],
]

export function providersSuite(backend: TestBackend): void {
  describe('games of others', () => {
    let db: Database
    let players: Players

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
      const game = { name: { 'en-US': 'Wheel', 'zh-CN': '转盘' }, category: 'shows' as const }
      await db
        .insertInto('provider_game')
        .values(
          ['hub', 'soft']
            .flatMap((provider) => [
              { provider, code: 'wheel' },
              { provider, code: 'reels' },
            ])
            .map((each) => ({
              ...game,
              ...each,
              name: JSON.stringify(game.name) as never,
              edge_bps: 400,
              is_on: true,
              listed_at: new Date(players.time.now),
            })),
        )
        .execute()
    })
    afterAll(() => players.play.close())

    const services = () => ({ db, clock: players.services.clock, rates: { isStale: () => false } })

    describe.each([
      ['Hub88', 'hub', hub88Driver],
      ['SOFTSWISS', 'soft', softswissDriver],
    ] as const)('by the protocol of %s', (_, provider, open) => {
      let driver: Driver
      let player: Player
      let at: { user: string; token: string }

      beforeAll(() => {
        driver = open(services(), provider)
      })
      beforeEach(async () => {
        player = await players.newPlayer()
        await giveMoney(db, { player: player.uid, coin: COIN, amount: 100n * USDT }, players.time.now)
        at = await sessionOf(player)
      })

      const sessionOf = (who: Player) =>
        openProviderSession(db, {
          provider,
          player: who.uid,
          coin: COIN,
          game: 'wheel',
          now: players.time.now,
        })
      const held = async (who = player) =>
        (await balancesOf(db, who.uid)).find((each) => each.coin === COIN)?.available ?? 0n
      const counted = async () => {
        const row = await db
          .selectFrom('play_account')
          .select(['wagered', 'edge'])
          .where('account_id', '=', player.uid)
          .executeTakeFirst()
        return [BigInt(row?.wagered ?? 0), BigInt(row?.edge ?? 0)]
      }
      const says = (amount: bigint, more: object = {}) => ({
        ...at,
        id: randomUUID(),
        round: randomUUID(),
        amount,
        ...more,
      })

      it('takes a bet, pays its win, and counts the round once it is over', async () => {
        const bet = says(10n * USDT)
        expect(await driver.bet(bet)).toMatchObject({ status: 'ok', balance: 90n * USDT })
        expect(await counted()).toEqual([0n, 0n])
        const win = { ...bet, id: randomUUID(), of: bet.id, amount: 25n * USDT, closes: true }
        expect(await driver.win(win)).toMatchObject({ status: 'ok', balance: 115n * USDT })
        expect(await driver.balance(at)).toMatchObject({ status: 'ok', balance: 115n * USDT })
        // Ten dollars, with an edge of 4%.
        expect(await counted()).toEqual([1_000_000_000n, 40_000_000n])
      })

      it('answers a repetition with the same bytes, however many come at once, and moves nothing', async () => {
        const bet = says(10n * USDT)
        const first = await driver.bet(bet)
        await driver.bet(says(5n * USDT))
        const again = await Promise.all(Array.from({ length: 30 }, () => driver.bet(bet)))
        expect(new Set(again.map(({ text }) => text))).toEqual(new Set([first.text]))
        const twice = says(3n * USDT)
        const atOnce = await Promise.all(Array.from({ length: 30 }, () => driver.bet(twice)))
        expect(new Set(atOnce.map(({ text }) => text)).size).toBe(1)
        expect(await held()).toBe(82n * USDT)
      })

      it('refuses a repetition that says something else, of this player or of another', async () => {
        const bet = says(10n * USDT)
        await driver.bet(bet)
        const other = await players.newPlayer()
        await giveMoney(db, { player: other.uid, coin: COIN, amount: 100n * USDT }, players.time.now)
        const altered = [
          { ...bet, amount: 11n * USDT },
          { ...bet, round: 'another' },
          { ...bet, ...(await sessionOf(other)) },
        ]
        for (const each of altered) expect((await driver.bet(each)).status).toBe(driver.words.altered)
        expect((await driver.rollBack({ ...bet, of: bet.id })).status).toBe(driver.words.altered)
        expect([await held(), await held(other)]).toEqual([90n * USDT, 100n * USDT])
      })

      it('takes an id once, whichever players’ calls come with it at once', async () => {
        const others = await Promise.all(Array.from({ length: 5 }, () => players.newPlayer()))
        for (const { uid } of others) {
          await giveMoney(db, { player: uid, coin: COIN, amount: 100n * USDT }, players.time.now)
        }
        const all = [player, ...others]
        const sessions = await Promise.all(all.map(sessionOf))
        for (let n = 1; n <= 5; n += 1) {
          const bet = says(10n * USDT)
          const answers = await Promise.all(sessions.map((each) => driver.bet({ ...bet, ...each })))
          const statuses = answers.map(({ status }) => status).sort()
          expect(statuses).toEqual([...Array<string>(5).fill(driver.words.altered), 'ok'].sort())
          const staked = (await Promise.all(all.map(held))).reduce(
            (sum, each) => sum + 100n * USDT - each,
            0n,
          )
          expect(staked).toBe(BigInt(n) * 10n * USDT)
        }
      })

      it('refuses a bet in another coin than its round has', async () => {
        const bet = says(USDT)
        await driver.bet(bet)
        const sol = { provider, player: player.uid, coin: 'sol-solana', game: 'wheel', now: players.time.now }
        const other = { ...bet, ...(await openProviderSession(db, sol)), id: randomUUID(), currency: 'SOL' }
        expect((await driver.bet({ ...other, amount: 0n })).status).toBe(driver.words.coin)
      })

      it('rolls a bet back once, whichever calls ask for it, and takes its round out of the counts', async () => {
        const bet = says(10n * USDT, { closes: true })
        await driver.bet(bet)
        expect(await counted()).toEqual([1_000_000_000n, 40_000_000n])
        const back = { ...bet, id: randomUUID(), of: bet.id, closes: false }
        expect(await driver.rollBack(back)).toMatchObject({ status: 'ok', balance: 100n * USDT })
        const all = await Promise.all(
          Array.from({ length: 20 }, (_each, n) =>
            driver.rollBack(n % 2 === 0 ? back : { ...back, id: randomUUID() }),
          ),
        )
        expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['ok']))
        expect(await held()).toBe(100n * USDT)
        expect(await counted()).toEqual([0n, 0n])
        const late = { ...bet, id: randomUUID(), of: bet.id, amount: USDT }
        expect((await driver.win(late)).status).toBe(driver.words.back)
      })

      it('holds no round open of which every bet was rolled back', async () => {
        const bet = says(10n * USDT)
        await driver.bet(bet)
        const read = async () => (await readProviderRounds(db, [], player.uid, {})).rounds
        const close = () => db.transaction().execute((trx) => closePlay(trx, player.uid, players.time.now))
        expect(await read()).toMatchObject([{ staked: '10', closedAt: null }])
        await expect(close()).rejects.toMatchObject({ code: 'round_open' })
        await driver.rollBack({ ...bet, id: randomUUID(), of: bet.id })
        expect(await read()).toMatchObject([{ staked: '0', closedAt: expect.any(String) }])
        await close()
      })

      it('refuses a bet whose roll-back came first', async () => {
        const bet = says(10n * USDT)
        const back = await driver.rollBack({ ...bet, id: randomUUID(), of: bet.id })
        expect(back.status).toBe(driver.words.unknown)
        expect((await driver.bet(bet)).status).toBe(driver.words.back)
        expect(await held()).toBe(100n * USDT)
      })

      it('pays a win that came before its bet when it comes again', async () => {
        const bet = says(10n * USDT)
        const win = { ...bet, id: randomUUID(), of: bet.id, amount: 30n * USDT }
        expect((await driver.win(win)).status).toBe(driver.words.unknown)
        await driver.bet(bet)
        expect(await driver.win(win)).toMatchObject({ status: 'ok', balance: 120n * USDT })
        expect(await driver.win(win)).toMatchObject({ status: 'ok', balance: 120n * USDT })
      })

      it('strands no bet that comes together with its roll-back', async () => {
        for (let n = 0; n < 15; n += 1) {
          const bet = says(10n * USDT)
          const back = { ...bet, of: bet.id }
          await Promise.all([driver.rollBack({ ...back, id: randomUUID() }), driver.bet(bet)])
          await driver.rollBack({ ...back, id: randomUUID() })
          expect(await held()).toBe(100n * USDT)
        }
      })

      it('keeps a roll-back that names another round from standing in the way of the true one', async () => {
        const bet = says(10n * USDT)
        await driver.bet(bet)
        const back = { ...bet, id: randomUUID(), of: bet.id }
        expect((await driver.rollBack({ ...back, round: 'another' })).status).toBe(driver.words.unknown)
        expect(await driver.rollBack(back)).toMatchObject({ status: 'ok', balance: 100n * USDT })
      })

      it('needs a bet for a win, and money for a bet; a refusal stands', async () => {
        const win = { ...says(10n * USDT), of: randomUUID() }
        expect((await driver.win(win)).status).toBe(driver.words.unknown)
        const bet = says(101n * USDT)
        const refused = await driver.bet(bet)
        expect(refused.status).toBe(driver.words.funds)
        await giveMoney(db, { player: player.uid, coin: COIN, amount: 50n * USDT }, players.time.now)
        expect((await driver.bet(bet)).text).toBe(refused.text)
        expect(await held()).toBe(150n * USDT)
      })

      it('takes wins and roll-backs, but no bets, in a break, after the session and while the game is off', async () => {
        const bets = [says(USDT), says(USDT), says(USDT), says(USDT)] as const
        for (const bet of bets) await driver.bet(bet)
        const land = async (bet: (typeof bets)[number]) => {
          const win = { ...bet, id: randomUUID(), of: bet.id, amount: 2n * USDT }
          expect((await driver.win(win)).status).toBe('ok')
        }
        const on = (is_on: boolean) =>
          db.updateTable('provider_game').set({ is_on }).where('provider', '=', provider).execute()
        await on(false)
        expect((await driver.bet(says(USDT))).status).toBe(driver.words.game)
        await land(bets[0])
        await on(true)
        await players.wait(13 * HOUR_MS)
        expect((await driver.bet(says(USDT))).status).toBe(driver.words.expired)
        await land(bets[1])
        at = await sessionOf(player)
        await player.call(takeTimeOut, { body: { hours: 24 } })
        expect((await driver.bet(says(USDT))).status).toBe(driver.words.blocked)
        await land(bets[2])
        const back = { ...bets[3], id: randomUUID(), of: bets[3].id }
        expect((await driver.rollBack(back)).status).toBe('ok')
        expect(await held()).toBe(103n * USDT)
      })

      it('keeps to the limits that the player has set', async () => {
        const params = { kind: 'wager', period: 'day' }
        await player.call(setLimit, { params, body: { amount: '15' } })
        expect((await driver.bet(says(10n * USDT))).status).toBe('ok')
        expect((await driver.bet(says(6n * USDT))).status).toBe(driver.words.limit)
        const bet = says(5n * USDT)
        expect((await driver.bet(bet)).status).toBe('ok')
        await driver.rollBack({ ...bet, id: randomUUID(), of: bet.id })
        expect((await driver.bet(says(5n * USDT))).status).toBe('ok')
        expect((await driver.bet(says(10_000n))).status).toBe(driver.words.limit)
      })

      it('takes a win back as far as the player has it, and writes down what the provider owes', async () => {
        const bet = says(10n * USDT)
        await driver.bet(bet)
        const win = { ...bet, id: randomUUID(), of: bet.id, amount: 50n * USDT }
        await driver.win(win)
        await driver.bet(says(120n * USDT))
        const back = { ...bet, id: randomUUID(), of: win.id }
        expect(await driver.rollBack(back)).toMatchObject({ status: 'ok', balance: 0n })
        const admin = (verb: string, words: string[] = []) => {
          const { secrets, config } = players.services
          const call = { db, secrets, now: players.time.now, rewards: config.rewards, maxPriceAgeMs: null }
          return operate(call, { subject: 'debt', verb, words, options: {}, by: 'Mei', why: 'invoice' })
        }
        const debt = { debt: `${provider}/${back.id}`, player: player.uid, amount: '30', coin: COIN }
        expect(await admin('list')).toContainEqual({ ...debt, at: expect.any(String), settled: null })
        const lines: string[] = []
        await tellDebts(db, createLogger('info', { write: (line) => void lines.push(line) }))
        expect(lines.join('')).toContain(`"alarm":"provider_debt","provider":"${provider}","coin":"${COIN}"`)
        const withdraws = () => db.transaction().execute((trx) => assertNothingOwed(trx, player.uid, COIN))
        await expect(withdraws()).rejects.toMatchObject({ code: 'withdrawal_held' })
        await admin('settle', [debt.debt])
        await withdraws()
        await expect(admin('settle', [debt.debt])).rejects.toThrow('There is no open debt')
      })

      it('refuses what is not signed, not of a session, not of a player, or of another coin', async () => {
        const refused = [
          [await driver.forge(says(USDT)), driver.words.unsigned],
          [await driver.bet(says(USDT, { token: 'x'.repeat(40) })), driver.words.token],
          [await driver.bet(says(USDT, { user: '00unknown000000000000a' })), driver.words.user],
          [await driver.bet(says(USDT, { currency: 'TRX' })), driver.words.coin],
          [await driver.bet(says(USDT, { currency: 'XXX' })), driver.words.coin],
          [await driver.bet(says(USDT, { game: 'another' })), driver.words.game],
          // This one is on, but the session was opened for another.
          [await driver.bet(says(USDT, { game: 'reels' })), driver.words.game],
        ] as const
        expect(refused.map(([{ status }]) => status)).toEqual(refused.map(([, word]) => word))
        expect(await held()).toBe(100n * USDT)
      })

      it('answers anything with a right signature', async () => {
        const texts = [
          '',
          '[]',
          'null',
          '{',
          '{"user":5}',
          '"x"',
          `{"user":"${'x'.repeat(2_000)}"}`,
          '\u0000',
        ]
        for (const path of ['/play', '/rollback', '/user/info', '/transaction/bet', '/elsewhere']) {
          for (const text of texts) {
            expect((await driver.raw(path, Buffer.from(text))).status).toBeLessThan(500)
          }
          expect((await driver.raw(path, Buffer.from([0xff, 0xfe]))).status).toBeLessThan(500)
        }
        expect(await held()).toBe(100n * USDT)
      })
    })

    it('keeps no refusal of a batch under the id of another player’s call', async () => {
      const driver = softswissDriver(services(), 'soft')
      const [one, other] = [await players.newPlayer(), await players.newPlayer()]
      const open = (player: Player) =>
        openProviderSession(db, {
          provider: 'soft',
          player: player.uid,
          coin: COIN,
          game: 'wheel',
          now: players.time.now,
        })
      const id = randomUUID()
      const at = { ...(await open(one)), id, round: randomUUID(), amount: 0n }
      expect((await driver.bet(at)).status).toBe('ok')
      const actions = [
        { action: 'bet', action_id: randomUUID(), amount: 1 },
        { action: 'win', action_id: id, amount: 1 },
      ]
      const { text } = await driver.raw('/play', softswissBody(await open(other), actions))
      expect(text).toContain('"code":100')
      const rows = await db
        .selectFrom('provider_transaction')
        .select('account_id')
        .where('id', '=', id)
        .execute()
      expect(rows).toEqual([{ account_id: one.uid }])
    })

    it('takes what a refused batch asked for besides when it is asked for alone', async () => {
      const driver = softswissDriver(services(), 'soft')
      const player = await players.newPlayer()
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 100n * USDT }, players.time.now)
      const at = {
        ...(await openProviderSession(db, {
          provider: 'soft',
          player: player.uid,
          coin: COIN,
          game: 'wheel',
          now: players.time.now,
        })),
        round: randomUUID(),
      }
      const send = async (...actions: object[]) =>
        (await driver.raw('/play', softswissBody(at, actions))).status
      const bet = { ...at, id: randomUUID(), amount: 10n * USDT }
      await driver.bet(bet)
      const unknown = { action: 'rollback', action_id: randomUUID(), original_action_id: randomUUID() }
      const back = { action: 'rollback', action_id: randomUUID(), original_action_id: bet.id }
      const win = { action: 'win', action_id: randomUUID(), amount: Number(25n * USDT) }
      const tooMuch = { action: 'bet', action_id: randomUUID(), amount: Number(1_000n * USDT) }
      expect(await send(unknown, back)).toBe(404)
      expect(await send(win, tooMuch)).toBe(412)
      expect(await send(win, tooMuch)).toBe(412)
      const late = { ...at, id: win.action_id, of: bet.id, amount: 25n * USDT }
      expect(await driver.win(late)).toMatchObject({ status: 'ok', balance: 115n * USDT })
      expect(await driver.rollBack({ ...at, id: back.action_id, of: bet.id })).toMatchObject({
        status: 'ok',
        balance: 125n * USDT,
      })
      expect(await send(tooMuch)).toBe(412)
    })

    it('answers a repeated roll-back without a currency as before, whatever has come meanwhile', async () => {
      const driver = hub88Driver(services(), 'hub')
      const player = await players.newPlayer()
      const session = { provider: 'hub', player: player.uid, coin: 'sol-solana', game: 'wheel' }
      const at = await openProviderSession(db, { ...session, now: players.time.now })
      const bet = { ...at, id: randomUUID(), round: randomUUID(), currency: 'SOL', amount: 0n }
      const more = { currency: null, reference_transaction_uuid: bet.id }
      const body = hub88Body({ ...bet, id: randomUUID() }, more)
      const first = await driver.raw('/transaction/rollback', body)
      expect((await driver.bet(bet)).status).toBe(driver.words.back)
      expect(await driver.raw('/transaction/rollback', body)).toEqual(first)
      await giveMoney(db, { player: player.uid, coin: 'sol-solana', amount: 1_000n }, players.time.now)
      for (let n = 0; n < 10; n += 1) {
        const taken = { ...bet, id: randomUUID(), round: randomUUID(), amount: 1_000n }
        const back = { ...taken, id: randomUUID() }
        const reference = { currency: null, reference_transaction_uuid: taken.id }
        await Promise.all([
          driver.bet(taken),
          driver.raw('/transaction/rollback', hub88Body(back, reference)),
        ])
        const [{ available } = { available: 0n }] = await balancesOf(db, player.uid)
        expect(available).toBe(1_000n)
      }
    })

    it('counts a round that its provider never ends after a day', async () => {
      const driver = hub88Driver(services(), 'hub')
      const player = await players.newPlayer()
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 100n * USDT }, players.time.now)
      const session = {
        provider: 'hub',
        player: player.uid,
        coin: COIN,
        game: 'wheel',
        now: players.time.now,
      }
      const at = await openProviderSession(db, session)
      await driver.bet({ ...at, id: randomUUID(), round: 'never-ended', amount: 10n * USDT })
      const wagered = async () =>
        (
          await db
            .selectFrom('play_account')
            .select('wagered')
            .where('account_id', '=', player.uid)
            .executeTakeFirst()
        )?.wagered
      await lapseProviderRounds(db, players.time.now)
      expect(await wagered()).toBe('0')
      await players.wait(25 * HOUR_MS)
      await lapseProviderRounds(db, players.time.now)
      await lapseProviderRounds(db, players.time.now)
      expect(await wagered()).toBe('1000000000')
    })

    it('leaves books without a fault', async () => {
      expect(await faultsOf(db)).toEqual([])
    })

    describe('forged', () => {
      beforeAll(() => prepareForgeries(db))

      it.each(someOf(FORGERIES, 3).map(([what, forge, kind, where = '']) => ({ what, forge, kind, where })))(
        'shows $what',
        async ({ forge, kind, where }) => {
          const { faults } = await withForgery(db, { at: players.time.now }, forge, (trx) =>
            reconcileView(trx, termsWithGiven(TERMS)),
          )
          expect(faults).toContainEqual({ kind, where: expect.stringContaining(where) })
        },
      )
    })
  })
}
