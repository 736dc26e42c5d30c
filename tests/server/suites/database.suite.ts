import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerCall, callScope } from '#server/db/call-scope.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { isSchemaCurrent, migrate, planUpdate } from '#server/db/migrate.ts'
import type { SqlFunction } from '#server/db/functions/sql-function.ts'
import { priceWasSet } from '#server/db/functions/price-was-set.ts'
import { compatibleReleases } from '#server/db/migrations/016-compatible-releases.ts'
import { MIGRATIONS } from '#server/db/migrations/all.ts'
import { nextOffer } from '#server/bonuses/bonus-offers.ts'
import { COINS } from '#server/coins/coins.seed.ts'
import { listPromotions } from '#server/promotions/promotions.queries.ts'
import { keptOffers } from '#server/promotions/wager-multiple.ts'
import { seed } from '#server/seed.ts'
import type { Database } from '#server/db/tables.ts'
import { creditDeposit } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { inexactSqlIn } from '../../../build/eslint/exact-sql.js'
import { TERMS } from '../../support/books.ts'
import { readSchemaCatalogue } from '../../support/schema-catalogue.ts'
import type { TestBackend } from './test-backend.ts'

const AT = new Date('2026-06-01T12:00:00Z')
const CATALOGUE = fileURLToPath(new URL('../schema-catalogue.json', import.meta.url))

/** Everything the seed writes, in a form that can be compared. */
async function dump(db: Database): Promise<unknown> {
  return Promise.all([
    db.selectFrom('provider').selectAll().orderBy('slug').execute(),
    db.selectFrom('category').selectAll().orderBy('slug').execute(),
    db.selectFrom('game').selectAll().orderBy('slug').execute(),
    db.selectFrom('game_category').selectAll().orderBy('game_id').orderBy('category_id').execute(),
    db.selectFrom('coin').selectAll().orderBy('id').execute(),
    db.selectFrom('promotion').selectAll().orderBy('slug').execute(),
    db.selectFrom('schema_migration').selectAll().orderBy('id').execute(),
  ])
}

const LATER = { id: 99, name: 'later', up: ['alter table coin add column later text'] }

/** Migrations whose statements read as if they took something away: a wider check, and an index with one more column. */
const WIDENING = ['operator-log', 'ways-by-hash']

/** True if a process that knows nothing of the statement may fail after it. */
function narrows(statement: string, madeTables: readonly string[] = []): boolean {
  const table = /\b(?:on|table) (\w+)/i.exec(statement)?.[1]
  if (table !== undefined && madeTables.includes(table)) return false
  if (/^\s*create (?:table|index|sequence|type|view)\b/i.test(statement)) return false
  if (/\b(?:drop|rename|type|truncate|delete|constraint|check|unique|references|set)\b/i.test(statement))
    return true
  return /\bnot null\b/i.test(statement) && !/\bdefault\b/i.test(statement)
}

/** A function of the database with this body. */
const functionOf = (body: string): SqlFunction => ({
  name: 'answer',
  sql: `create or replace function answer() returns integer language sql as $$ ${body} $$`,
})

export function databaseSuite(backend: TestBackend): void {
  describe('migrations', () => {
    it('bring an empty database up to date, and change nothing a second time', async () => {
      const db = await backend.fresh()
      expect(await isSchemaCurrent(db)).toBe(true)
      const first = await dump(db)
      await migrate(db, seed)
      expect(await dump(db)).toEqual(first)
    })

    it('make the schema that is written down', async () => {
      const catalogue = await readSchemaCatalogue(await backend.fresh())
      await expect(`${JSON.stringify(catalogue, null, 2)}\n`).toMatchFileSnapshot(CATALOGUE)
    })

    it('may be run by several processes at once', async () => {
      const db = await backend.reset()
      const others = await Promise.all([backend.openAnother(), backend.openAnother()])
      await Promise.all([db, ...others].map((each) => migrate(each, seed)))
      expect(await isSchemaCurrent(db)).toBe(true)
      expect(await db.selectFrom('game').select('slug').execute()).toHaveLength(9)
    })

    it('leave nothing behind when one of them fails', async () => {
      const db = await backend.reset()
      const broken = { id: 99, name: 'broken', up: ['create table half (id integer)', 'create nonsense'] }
      await expect(migrate(db, seed, [...MIGRATIONS, broken])).rejects.toThrow(/nonsense/)
      await expect(isSchemaCurrent(db)).rejects.toThrow(/schema_migration/)
    })

    it('keep how players were shown, and count what the bets of each day were worth', async () => {
      const db = await backend.reset()
      await migrate(db, undefined, MIGRATIONS.slice(0, 1))
      for (const [n, shows] of ['true', 'false', 'true'].entries()) {
        await sql`insert into account (nickname, locale, referral_code, adult_confirmed_at, created_at, shows_name)
          values ('Kai', 'en-US', ${`2345678${n}`}, ${AT}, ${AT}, ${sql.raw(shows)})`.execute(db)
      }
      const day = sql`(now() at time zone 'utc')::date`
      await db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        // A bet of today, one of a day that is no longer kept, and a stake of Crash that came back.
        for (const [n, [days, steps]] of [
          [0, null],
          [40, null],
          [0, '[{"by": "refund"}]'],
        ].entries()) {
          const shared = steps !== null
          await sql`insert into bet (bucket, account_id, pair, nonce, crash_round, id, key, game, coin, placed_at, at,
              params, outcome, stake, multiplier, payout, steps, step_keys, ended_by, usd, edge_usd, receipts)
            values (33, 100001, ${shared ? null : n}, ${shared ? null : 0}, ${shared ? 1 : null}, ${n + 1},
              gen_random_uuid(), 'dice', 'trx-tron', ${day}::timestamp - make_interval(days => ${days}),
              now() - make_interval(days => ${days}), '{}', ${shared ? null : '{}'}, 100, 15000, 150, ${steps}::jsonb,
              ${shared ? sql`'{}'::uuid[]` : null}, ${shared ? 'void' : null}, 1000, 10, array[${n + 1}]::bigint[])`.execute(
            trx,
          )
        }
        await sql`insert into play_day (bucket, day, account_id, bets, edge)
          values (33, ${day}, 100001, 1, 10)`.execute(trx)
      })
      await migrate(db, seed)
      const accounts = await db
        .selectFrom('account')
        .select(['shown_as', 'public_number'])
        .orderBy('id')
        .execute()
      expect(accounts.map((each) => each.shown_as)).toEqual(['nickname', 'made', 'nickname'])
      expect(new Set(accounts.map((each) => each.public_number)).size).toBe(3)
      expect(await db.selectFrom('play_day').select(['staked', 'paid']).execute()).toEqual([
        { staked: '1000', paid: '1500' },
      ])
    })

    it('refuse a database of a newer version', async () => {
      const db = await backend.reset()
      await migrate(db, seed, [...MIGRATIONS, { id: 99, name: 'future', up: ['select 1'] }])
      await expect(migrate(db, seed)).rejects.toThrow(StartupError)
      await expect(migrate(db, seed)).rejects.toThrow(/newer version of Koi \(it has migration 99, future\)/)
      expect(await isSchemaCurrent(db)).toBe(false)
    })

    it('of a newer version are no obstacle where they say so: they are kept, and nothing is written', async () => {
      const db = await backend.reset()
      const since = compatibleReleases.id
      const later = { ...LATER, compatibleSince: since }
      await migrate(db, seed)
      expect(await planUpdate(db, [...MIGRATIONS, later])).toEqual({ pending: [later], breaking: [] })
      expect(await planUpdate(db, [...MIGRATIONS, LATER])).toEqual({ pending: [LATER], breaking: [LATER] })
      await migrate(db, seed, [...MIGRATIONS, later])
      // The later release has another version of a function.
      await sql.raw(priceWasSet.sql.replace('begin', 'begin perform 1;')).execute(db)
      const first = await dump(db)
      expect(await isSchemaCurrent(db)).toBe(true)
      let wrote = false
      await migrate(db, async () => void (wrote = true))
      expect(wrote).toBe(false)
      expect(await dump(db)).toEqual(first)
      // The release after that removes it, and leaves only the processes of the later one.
      const change = {
        id: 100,
        name: 'change',
        compatibleSince: later.id,
        up: ['alter table coin drop column later'],
      }
      await sql.raw(priceWasSet.sql).execute(db)
      await migrate(db, seed, [...MIGRATIONS, later, change])
      expect(await isSchemaCurrent(db, [...MIGRATIONS, later])).toBe(true)
      expect(await isSchemaCurrent(db)).toBe(false)
      await expect(migrate(db, seed)).rejects.toThrow(/it has migration 100, change/)
    })

    it('say which processes can go on, and only add for those of the release before', () => {
      const since = MIGRATIONS.slice(MIGRATIONS.indexOf(compatibleReleases))
      let oldest = compatibleReleases.id
      for (const { id, name, compatibleSince, up } of since) {
        expect(compatibleSince, name).not.toBeUndefined()
        const statements = up.filter((each) => typeof each === 'string')
        const made = statements.flatMap((each) => /^\s*create table (\w+)/i.exec(each)?.[1] ?? [])
        const narrowing = statements.find((each) => narrows(each, made))
        if (typeof compatibleSince !== 'number') continue
        expect(compatibleSince, name).toBeLessThan(id)
        // Takes something away, so fewer processes can go on than before.
        if (narrowing !== undefined && !WIDENING.includes(name))
          expect(compatibleSince, `${name}: ${narrowing}`).toBeGreaterThan(oldest)
        oldest = Math.max(oldest, compatibleSince)
      }
      for (const [statement, expected] of [
        ['alter table coin add column later text', false],
        ["alter table coin add column later text not null default ''", false],
        ['create table later (id integer not null)', false],
        ['create index later on coin (id)', false],
        ['alter table coin add column later text not null', true],
        ['alter table coin alter column symbol set not null', true],
        ['alter table coin add constraint later check (decimals > 1)', true],
        ['alter table coin rename column symbol to sign', true],
        ['create unique index later on coin (symbol)', true],
        ['drop table coin', true],
      ] as const) {
        expect(narrows(statement), statement).toBe(expected)
      }
    })

    if (backend.name === 'PostgreSQL') {
      it('give way to the calls of other processes while something uses their tables', async () => {
        const db = await backend.fresh()
        const [reader, caller] = [await backend.openAnother(), await backend.openAnother()]
        let end = () => {}
        const reading = reader.transaction().execute(async (trx) => {
          await trx.selectFrom('coin').select('id').execute()
          await new Promise<void>((resolve) => (end = resolve))
        })
        const migrated = migrate(db, undefined, [...MIGRATIONS, LATER])
        await sleep(300)
        const asked = performance.now()
        await caller.selectFrom('coin').select('id').execute()
        expect(performance.now() - asked).toBeLessThan(4_000)
        end()
        await Promise.all([reading, migrated])
        expect(await isSchemaCurrent(db, [...MIGRATIONS, LATER])).toBe(true)
      })
    }

    it('leave no function and no column that computes money with floats', async () => {
      const db = await backend.fresh()
      const { rows: functions } = await sql<{ name: string; body: string }>`
        select proname as name, prosrc as body from pg_proc
        where pronamespace = 'public'::regnamespace order by proname`.execute(db)
      expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['ledger_post', 'play_tally']))
      for (const { name, body } of functions) expect(inexactSqlIn(body), name).toBeUndefined()
      const { rows: columns } = await sql<{ name: string }>`
        select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type in ('real', 'double precision') order by 1`.execute(db)
      // A time in milliseconds.
      expect(columns.map(({ name }) => name)).toEqual(['ledger_check.credit_ms'])
    })

    it('refuse a migration that was changed after its release, but not a new layout', async () => {
      const db = await backend.reset()
      const made = { id: 1, name: 'made', up: ['create table made (id integer)'] }
      await migrate(db, undefined, [made])
      await migrate(db, undefined, [{ ...made, up: ['create table made\n  (id integer)'] }])
      await expect(
        migrate(db, undefined, [{ ...made, up: ['create table made (id bigint)'] }]),
      ).rejects.toThrow(/not the one the database was made with/)
      await expect(migrate(db, seed)).rejects.toThrow(StartupError)
    })

    it('refuse a changed function until a migration installs it, but not a new layout', async () => {
      const db = await backend.reset()
      const first = functionOf('select 1')
      const one = { id: 1, name: 'one', up: [first] }
      await migrate(db, undefined, [one])
      await migrate(db, undefined, [{ ...one, up: [{ ...first, sql: first.sql.replace('1', '\n1') }] }])
      const second = functionOf('select 2')
      const changed = { ...one, up: [second] }
      await expect(migrate(db, undefined, [changed])).rejects.toThrow(
        /function answer of the database is not the one of this version/,
      )
      await migrate(db, undefined, [changed, { id: 2, name: 'two', up: [second] }])
      expect((await sql`select answer()`.execute(db)).rows).toEqual([{ answer: 2 }])
      await sql.raw(functionOf('select 3').sql).execute(db)
      await expect(migrate(db, undefined, [changed, { id: 2, name: 'two', up: [second] }])).rejects.toThrow(
        StartupError,
      )
    })

    it('install functions that use later tables', async () => {
      const db = await backend.reset()
      await migrate(db, undefined, [
        { id: 1, name: 'function', up: [functionOf('select count(*)::integer from later')] },
        { id: 2, name: 'table', up: ['create table later (id integer)'] },
      ])
      expect((await sql`select answer()`.execute(db)).rows).toEqual([{ answer: 0 }])
    })
  })

  describe('unlinked wallets', () => {
    it('stay on record if they have paid, and their earlier owners are unknown', async () => {
      const db = await backend.fresh()
      const { id: player } = await db
        .insertInto('account')
        .values({ locale: 'en-US', referral_code: '23456789', adult_confirmed_at: AT, created_at: AT })
        .returning('id')
        .executeTakeFirstOrThrow()
      const [gone = '', kept = '', idle = ''] = [1, 2, 3].map((n) => `0x${`${n}1`.repeat(20)}`)
      for (const address of [kept, idle]) {
        await sql`insert into wallet (address, account_id, label, linked_at)
          values (${address}, ${player}, '', ${AT})`.execute(db)
      }
      for (const sender of [gone, kept]) {
        const transfer = { chain: 'evm-1', txId: `0x${sender.slice(2, 34).repeat(2)}`, logIndex: 0 }
        await postTransaction(
          db,
          creditDeposit({ player, coin: 'usdt-ethereum', amount: 5n, transfer }),
          AT.getTime(),
        )
        await sql`insert into deposit (account_id, chain, tx_id, log_index, sender, recipient, contract, coin, amount,
            block, block_at, status, receive_coin, credited_amount, credited_price_usd, paid_price_usd, usd_cents,
            seen_at, settled_at, updated_at)
          values (${player}, 'evm-1', ${transfer.txId}, 0, ${sender}, ${`0x${'99'.repeat(20)}`}, 'c', 'usdt-ethereum',
            5, 1, ${AT}, 'credited', 'usdt-ethereum', 5, 1, 1, 0, ${AT}, ${AT}, ${AT})`.execute(db)
      }
      await sql`insert into former_wallet (address, account_id, unlinked_at) values (${gone}, ${player}, ${AT})`.execute(
        db,
      )
      await sql`delete from wallet`.execute(db)
      expect(
        await db.selectFrom('former_wallet').select(['address', 'linked_at']).orderBy('address').execute(),
      ).toEqual([
        { address: gone, linked_at: null },
        { address: kept, linked_at: AT },
      ])
      await expect(sql`delete from former_wallet`.execute(db)).rejects.toThrow(/append-only/)
      const { faults, omitted } = await reconcile(db, TERMS)
      expect(faults).toEqual([])
      expect(omitted).toContainEqual({
        count: 1,
        what: expect.stringMatching(/^credited deposits came from wallets that were unlinked before/),
      })
    })
  })

  describe('the seed', () => {
    let db: Database
    beforeAll(async () => {
      db = await backend.fresh()
    })
    const reseed = () => db.transaction().execute(seed)
    const statusOf = (slug: string) =>
      db.selectFrom('game').select('status').where('slug', '=', slug).executeTakeFirstOrThrow()

    it('keeps what an operator decided', async () => {
      await db.updateTable('game').set({ status: 'paused' }).where('slug', '=', 'dice').execute()
      await db.updateTable('coin').set({ price_usd: '500.5' }).where('id', '=', 'sol-solana').execute()
      await db
        .updateTable('promotion')
        .set({ ends_at: new Date('2027-01-01T00:00:00Z') })
        .where('slug', '=', 'rakeback')
        .execute()
      const before = await dump(db)
      await reseed()
      expect(await dump(db)).toEqual(before)
      expect(await statusOf('dice')).toEqual({ status: 'paused' })
    })

    it('removes the shipped offers when the profile says so, and restores them', async () => {
      const offers = async () => (await keptOffers(db, Date.now())).map(({ slug }) => slug)
      const shipped = ['first-deposit', 'second-deposit']
      expect(await offers()).toEqual(shipped)
      await db.transaction().execute((trx) => seed(trx, COINS, { depositOffers: false }))
      expect(await offers()).toEqual([])
      expect(await nextOffer(db, 1, Date.now())).toBeNull()
      expect((await listPromotions(db, new Date())).map(({ slug }) => slug)).not.toContain('first-deposit')
      await reseed()
      expect(await offers()).toEqual(shipped)
      const { position } = await db
        .selectFrom('promotion')
        .select('position')
        .where('slug', '=', 'second-deposit')
        .executeTakeFirstOrThrow()
      expect(position).toBe(2)
    })

    it('updates the status of a game with a release, unless an operator has changed it', async () => {
      // As if an earlier release had shipped the game paused.
      const earlier = { status: 'paused', shipped_status: 'paused' } as const
      await db.updateTable('game').set(earlier).where('slug', '=', 'keno').execute()
      await reseed()
      expect(await statusOf('keno')).toEqual({ status: 'playable' })
    })

    it('updates its own texts, and leaves other rows alone', async () => {
      const changed = { 'en-US': 'Changed', 'zh-CN': '改过' }
      await db
        .updateTable('game')
        .set({ name: sql`${JSON.stringify(changed)}::jsonb` })
        .where('slug', '=', 'limbo')
        .execute()
      await db
        .insertInto('provider')
        .values({ slug: 'someone-else', name: sql`${JSON.stringify(changed)}::jsonb`, position: 2 })
        .execute()
      await reseed()
      const limbo = await db.selectFrom('game').select('name').where('slug', '=', 'limbo').executeTakeFirst()
      expect(limbo?.name['en-US']).toBe('Limbo')
      expect(await db.selectFrom('provider').select('slug').orderBy('position').execute()).toEqual([
        { slug: 'koi-originals' },
        { slug: 'someone-else' },
      ])
    })
  })

  describe('a call', () => {
    let db: Database
    beforeAll(async () => {
      db = await backend.reset()
      await sql`create table note (text text primary key)`.execute(db)
    })
    const write = (trx: Database, text: string) => sql`insert into note values (${text})`.execute(trx)
    const notes = async () => (await sql<{ text: string }>`select text from note`.execute(db)).rows
    const answering = {
      timeoutMs: 100,
      tooLate: () => new Error('too late'),
      couldNotBeDone: () => false,
    }

    it('is rolled back, and does nothing more, when it was answered as not done', async () => {
      const { answer, ended } = answerCall(async () => {
        await db.transaction().execute(async (trx) => {
          await write(trx, 'late')
          await sleep(150)
        })
      }, answering)
      await expect(answer).rejects.toThrow('too late')
      await ended
      expect(await notes()).toEqual([])
    })

    it('is answered with its outcome, even late, when it may have been done', async () => {
      const { answer } = answerCall(async () => {
        await db.transaction().execute((trx) => write(trx, 'in time'))
        await sleep(150)
        return 'done'
      }, answering)
      expect(await answer).toBe('done')
      expect(await notes()).toEqual([{ text: 'in time' }])
    })

    it('takes back its counts when it could not be done, and only then', async () => {
      const taken: string[] = []
      const failing = (name: string, couldNotBeDone: boolean) =>
        answerCall(
          async () => {
            callScope()?.counted.push({ name, takeBack: async () => void taken.push(name) })
            throw new Error('no')
          },
          { ...answering, couldNotBeDone: () => couldNotBeDone },
        )
      for (const { answer, ended } of [failing('not done', true), failing('refused', false)]) {
        await expect(answer).rejects.toThrow('no')
        await ended
      }
      expect(taken).toEqual(['not done'])
    })

    it.runIf(backend.name === 'PostgreSQL')(
      'waits for locks and statements no longer than its caller',
      async () => {
        const read = (on: Database) =>
          sql<{ limits: string }>`select concat_ws(' ', current_setting('lock_timeout'),
          current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')) as limits`
            .execute(on)
            .then(({ rows }) => rows[0]?.limits)
        const ofCall = answerCall(() => db.transaction().execute(read), answering).answer
        expect(await ofCall).toBe('2s 4s 30s')
        expect(await read(db)).toBe('5s 10s 30s')
        const serializable = () =>
          db
            .transaction()
            .setIsolationLevel('serializable')
            .execute((trx) =>
              sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(trx),
            )
        expect((await answerCall(serializable, answering).answer).rows).toEqual([{ level: 'serializable' }])
      },
    )
  })

  describe('constraints', () => {
    let db: Database
    beforeAll(async () => {
      db = await backend.fresh()
    })

    it.each([
      ['an unknown status', `update game set status = 'open' where slug = 'dice'`],
      ['an edge above 100%', `update game set edge_max_bps = 10001 where slug = 'dice'`],
      ['a reversed edge range', `update game set edge_min_bps = 300 where slug = 'dice'`],
      ['a second game of the same name', `update game set slug = 'limbo' where slug = 'dice'`],
      ['an invalid slug', `update game set slug = 'Dice Game' where slug = 'dice'`],
      ['an invalid colour', `update game set color_from = 'red' where slug = 'dice'`],
      ['a text without English', `update game set name = '{"zh-CN": "骰子"}' where slug = 'dice'`],
      ['an invalid text', `update game set name = '{"en-US": "Dice", "zh-CN": 7}' where slug = 'dice'`],
      ['an empty text', `update game set name = '{"en-US": "Dice", "zh-CN": ""}' where slug = 'dice'`],
      [
        'an unknown language',
        `insert into account (locale, referral_code, adult_confirmed_at, created_at) values ('English', '00000000', now(), now())`,
      ],
      ['an empty translation', `update category set name = '{"en-US": "", "zh-CN": "空"}'`],
      ['a game without a provider', `update game set provider_id = 0 where slug = 'dice'`],
      ['the removal of a provider with games', `delete from provider where slug = 'koi-originals'`],
      ['a game in an unknown category', `insert into game_category select id, 0 from game limit 1`],
      ['nine ledger decimals', `update coin set decimals = 9 where id = 'sol-solana'`],
      ['more ledger than chain decimals', `update coin set decimals = 7 where id = 'usdt-tron'`],
      ['a price of zero', `update coin set price_usd = 0 where id = 'sol-solana'`],
      ['a promotion that ends before it starts', `update promotion set ends_at = '2025-01-01'`],
      ['a deposit promotion without its offer', `update promotion set offer = null`],
    ])('refuse %s', async (_, statement) => {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/violates|constraint/)
    })
  })
}
