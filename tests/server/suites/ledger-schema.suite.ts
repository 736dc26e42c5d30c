import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { planSpread, spreadScript } from '#server/ledger/spread.command.ts'
import type { TestBackend } from './test-backend.ts'

/** Tables that grow with play: their rows are in the bucket of their player. */
const LEDGER = ['ledger_account', 'ledger_transaction', 'ledger_posting', 'ledger_history']
/** Tables of bets, likewise. */
const PLAY = [
  'play_account',
  'seed_pair',
  'bet',
  'round',
  'receipt',
  'play_hour',
  'play_day',
  'game_hour',
  'top_win',
  'play_guard',
  'auto_play',
]
/** Data from which proofs for the daily seals are made. */
const SEALED = ['seal_range', 'seal_balance']
/** Messages to the player, where they are told, what else the player wants to be told, and what others may see. */
const TOLD = ['message', 'push', 'push_subscription', 'promotion_consent', 'win_link']
/** Payments to the player, and for whom. */
const EARNED = ['reward', 'referral', 'race_entry']
/** Gifts to players. */
const GIVEN = ['free_grant', 'free_round', 'wheel_turn']
/** Games of others. */
const OTHERS = [
  'provider_player',
  'provider_session',
  'provider_round',
  'provider_transaction',
  'provider_debt',
]
const SPREAD = [...LEDGER, ...PLAY, ...SEALED, ...TOLD, ...EARNED, ...GIVEN, ...OTHERS]
/** Data of the check, which only the check writes. */
const KEPT = ['ledger_check_account', 'ledger_check_bucket', 'ledger_check_game']
/** The state of the check: one row. */
const ALONE = ['ledger_check']
/** Not spread, because its key must be unique across buckets. It names rows of a bucket. */
const GLOBAL = ['ledger_transfer']

interface Key {
  readonly name: string
  readonly kind: 'primary' | 'unique' | 'index'
  readonly columns: readonly string[]
}

/** Requirements for spreading the ledger over machines by bucket. */
export function ledgerSchemaSuite(backend: TestBackend): void {
  describe('the tables of the ledger', () => {
    let db: Database
    beforeAll(async () => {
      db = await backend.fresh()
    })

    it('are all listed here, with how they are spread', async () => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and relname like 'ledger%'
        order by 1`.execute(db)
      expect(rows.map(({ name }) => name)).toEqual([...LEDGER, ...KEPT, ...ALONE, ...GLOBAL].sort())
    })

    it.each(SPREAD)('%s has its bucket first in every key and index', async (table) => {
      const { rows: keys } = await sql<Key>`
        select class.relname as name,
          case when indisprimary then 'primary' when indisunique then 'unique' else 'index' end as kind,
          array(select attname::text from unnest(indkey) with ordinality as part (number, place)
            left join pg_attribute on attrelid = indrelid and attnum = part.number order by place) as columns
        from pg_index join pg_class class on class.oid = indexrelid
        where indrelid = ${table}::regclass order by 1`.execute(db)
      expect(keys.filter(({ kind }) => kind === 'primary')).toHaveLength(1)
      for (const { name, columns } of keys) expect([name, columns[0]]).toEqual([name, 'bucket'])
      const { rows: columns } = await sql<{ type: string; needed: boolean }>`
        select format_type(atttypid, null) as type, attnotnull as needed from pg_attribute
        where attrelid = ${table}::regclass and attname = 'bucket'`.execute(db)
      expect(columns).toEqual([{ type: 'smallint', needed: true }])
    })

    it('refer to each other within a bucket only, and elsewhere only to accounts and coins', async () => {
      const { rows } = await sql<{ from: string; to: string; columns: string[] }>`
        select conrelid::regclass::text as "from", confrelid::regclass::text as "to",
          array(select attname::text from unnest(conkey) number
            join pg_attribute on attrelid = conrelid and attnum = number) as columns
        from pg_constraint where contype = 'f' and (
          conrelid::regclass::text in (${sql.join([...SPREAD, ...GLOBAL])})
          or confrelid::regclass::text in (${sql.join([...SPREAD, ...GLOBAL])}))
        order by 1, 2`.execute(db)
      const across = rows.filter(({ to, columns }) => !(SPREAD.includes(to) && columns.includes('bucket')))
      expect(across).toEqual([
        { from: 'free_grant', to: 'coin', columns: ['coin'] },
        { from: 'ledger_account', to: 'account', columns: ['account_id'] },
        { from: 'ledger_account', to: 'coin', columns: ['coin'] },
        { from: 'play_account', to: 'account', columns: ['account_id'] },
        ...['provider_debt', 'provider_round', 'provider_session', 'provider_transaction', 'reward'].map(
          (from) => ({ from, to: 'coin', columns: ['coin'] }),
        ),
      ])
    })

    it('have no trigger that reads or writes other rows', async () => {
      const { rows } = await sql<{ function: string }>`
        select distinct proname as function from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where not tgisinternal and tgrelid::regclass::text in (${sql.join([...SPREAD, ...GLOBAL])})`.execute(
        db,
      )
      // It only refuses.
      expect(rows).toEqual([{ function: 'ledger_refuse_change' }])
    })

    it("can be spread by commands that the database's catalogue gives", async () => {
      const plan = await planSpread(db, 4)
      expect([...plan.spread].sort()).toEqual([...SPREAD, ...KEPT].sort())
      expect(plan.whole).toEqual(GLOBAL)
      // Tables whose rows other tables change, or which lose their rows, have no trigger.
      const without = ['play_guard', 'provider_round', 'provider_session', 'race_entry', ...TOLD]
      expect([...plan.withTriggers].sort()).toEqual(SPREAD.filter((name) => !without.includes(name)).sort())
      expect([...plan.copied].sort()).toEqual(['account', 'coin'])
      expect(plan.bucketsOfMachines).toHaveLength(4)
      expect(plan.bucketsOfMachines.reduce((sum, each) => sum + each, 0)).toBe(BUCKETS)
      const script = spreadScript(plan)
      const place = (table: string) => script.findIndex((line) => line.includes(`('${table}'`))
      for (const table of [...plan.copied, ...SPREAD])
        expect([table, place(table) > 0]).toEqual([table, true])
      for (const table of plan.copied) expect(place(table)).toBeLessThan(place('ledger_account'))
      for (const table of GLOBAL) expect(place(table)).toBe(-1)
    })

    it('stay on the coordinator when a key lacks the bucket', async () => {
      await sql`create unique index one_for_all on ledger_history (transaction_id, line, ledger_account_id)`.execute(
        db,
      )
      try {
        const { spread, whole } = await planSpread(db, 1)
        expect(spread).not.toContain('ledger_history')
        expect(whole).toContain('ledger_history')
      } finally {
        await sql`drop index one_for_all`.execute(db)
      }
    })
  })
}
