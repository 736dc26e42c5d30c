import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Tables, domains, functions and so on, each with its parts and their definitions. */
export type SchemaCatalogue = Record<string, Record<string, string>>

/** The schema as the database describes it: two databases with equal catalogues behave the same. */
export async function readSchemaCatalogue(db: Database): Promise<SchemaCatalogue> {
  const { rows } = await sql<{ owner: string; part: string; definition: string }>`
    with relation as (
      select * from pg_class where relnamespace = 'public'::regnamespace
    ), described as (
      select 'table ' || relname as owner, 'kind' as part,
        concat_ws(' ', relkind, relpersistence, relreplident, array_to_string(reloptions, ','), relacl::text,
          case when relrowsecurity then 'row security' end) as definition
        from relation where relkind not in ('i', 'I', 'S')
      union all
      select 'table ' || relname, 'column ' || attname,
        concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
          case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
          case when attidentity <> '' then 'identity ' || attidentity::text end,
          case when attgenerated <> '' then 'generated' end, 'default ' || pg_get_expr(adbin, adrelid), attacl::text)
        from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
        join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relkind not in ('i', 'I', 'S')
      union all
      select 'table ' || relname, 'constraint ' || conname,
        pg_get_constraintdef(pg_constraint.oid)
        -- From PostgreSQL 18 on "not null" is a constraint, too: it is told of with the column.
        from relation join pg_constraint on conrelid = relation.oid and contype <> 'n'
      union all
      select 'table ' || relation.relname, 'index ' || made.relname, pg_get_indexdef(indexrelid)
        from relation join pg_index on indrelid = relation.oid join pg_class made on made.oid = indexrelid
      union all
      select 'table ' || relname, 'trigger ' || tgname, tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid)
        from relation join pg_trigger on tgrelid = relation.oid and not tgisinternal
      union all
      select 'table ' || tablename, 'rule ' || rulename, definition from pg_rules where schemaname = 'public'
      union all
      select 'table ' || tablename, 'policy ' || policyname, concat_ws(' ', cmd, roles::text, qual, with_check)
        from pg_policies where schemaname = 'public'
      union all
      select 'sequences', sequencename,
        concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle, cache_size,
          (select 'of ' || refobjid::regclass || ' ' || refobjsubid || ' ' || deptype::text from pg_depend
            where classid = 'pg_class'::regclass and objid = ('public.' || quote_ident(sequencename))::regclass
              and refclassid = 'pg_class'::regclass))
        from pg_sequences where schemaname = 'public'
      union all
      select 'functions', proname || '(' || pg_get_function_identity_arguments(oid) || ')',
        concat_ws(' ', md5(regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g')), proacl::text)
        from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      union all
      select 'types', typname,
        concat_ws(' ', typtype, format_type(typbasetype, typtypmod), typdefault,
          (select string_agg(conname || ' ' || pg_get_constraintdef(pg_constraint.oid), ' ' order by conname)
            from pg_constraint where contypid = pg_type.oid),
          (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
        from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
      union all
      select 'comments', pg_describe_object(classoid, objoid, objsubid), description
        from pg_description where objoid >= 16384
      union all
      select 'extensions', extname, '' from pg_extension
    )
    select owner, part, coalesce(definition, '') as definition from described order by owner collate "C", part collate "C"`.execute(
    db,
  )
  const catalogue: SchemaCatalogue = {}
  for (const { owner, part, definition } of rows) (catalogue[owner] ??= {})[part] = definition
  return catalogue
}
