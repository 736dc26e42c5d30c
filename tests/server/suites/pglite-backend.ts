import type { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { guardedDialect } from '#server/db/guarded-dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import { seed } from '#server/seed.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { openPGlite } from '../../support/pglite.ts'
import type { TestBackend } from './test-backend.ts'

/** PGlite in memory. A new world restores all rows, unless anything else was changed. */
export function pgliteBackend() {
  let opened: { lite: PGlite; db: Database } | undefined
  /** The schema whose rows are stored; undefined while there are only empty tables. */
  let seeded: string | undefined
  const started = () => {
    if (!opened) throw new Error('PGlite has not been started')
    return opened
  }
  const reset = async () => {
    const { db } = started()
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    // Later changes must not be stored as rows of a world.
    seeded = ''
    return db
  }
  return {
    name: 'PGlite',
    reset,
    async fresh() {
      const { db } = started()
      if (seeded !== undefined && (await schemaOf(db)) === seeded) {
        await putRowsBack(db)
        return db
      }
      if (seeded !== undefined) await reset()
      await migrate(db, seed)
      await keepRows(db)
      seeded = await schemaOf(db)
      return db
    },
    // PGlite is a single session.
    openAnother: async () => started().db,
    async openBroken() {
      const lite = await openPGlite()
      await lite.close()
      return new Kysely<Tables>({ dialect: pgliteDialect(lite) })
    },
    lite: () => started().lite,
    async start() {
      const lite = await openPGlite()
      const dialect = guardedDialect(pgliteDialect(lite), { hasLocks: false })
      opened = { lite, db: new Kysely<Tables>({ dialect }) }
    },
    stop: async () => opened?.db.destroy(),
  } satisfies TestBackend & Record<string, unknown>
}

/** Differs with every table, column, constraint, function and trigger. */
async function schemaOf(db: Database): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    with made as (
      select 'class' as kind, oid, '' as version from pg_class where relnamespace = 'public'::regnamespace
      union all select 'attribute', attrelid, attnum || '-' || xmin from pg_attribute where attrelid >= ${FIRST_OWN_OID}
      union all select 'constraint', oid, xmin::text from pg_constraint
      union all select 'trigger', oid, xmin::text from pg_trigger
      union all select 'function', oid, xmin::text from pg_proc
    )
    select md5(string_agg(kind || oid || '-' || version, ' ' order by kind, oid, version)) as schema
    from made where oid >= ${FIRST_OWN_OID}`.execute(db)
  return rows[0]?.schema ?? ''
}

/** PostgreSQL's own objects have lower numbers. */
const FIRST_OWN_OID = 16_384

/** Copies all rows and the state of sequences to another schema. */
async function keepRows(db: Database): Promise<void> {
  await sql`drop schema if exists kept cascade`.execute(db)
  await sql`create schema kept`.execute(db)
  await sql`create table kept.place as
    select quote_ident(sequencename) as sequence, start_value, last_value from pg_sequences where schemaname = 'public'`.execute(
    db,
  )
  await sql`do $$ declare name text; begin
    for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
      execute format('create table kept.%1$s as table public.%1$s', name);
    end loop;
  end $$`.execute(db)
}

/** Restores all stored rows, without triggers. */
async function putRowsBack(db: Database): Promise<void> {
  await sql`do $$ declare name text; columns text; has_rows boolean; begin
    set local session_replication_role = replica;
    for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from public.%s)', name) into has_rows;
      if has_rows then execute format('truncate public.%s cascade', name); end if;
    end loop;
    for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from kept.%s)', name) into has_rows;
      if not has_rows then continue; end if;
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = ('public.' || name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into public.%1$s (%2$s) overriding system value select %2$s from kept.%1$s', name, columns);
    end loop;
    perform setval(('public.' || sequence)::regclass, coalesce(last_value, start_value), last_value is not null)
      from kept.place;
  end $$`.execute(db)
}
