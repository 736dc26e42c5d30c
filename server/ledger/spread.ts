import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from './bucket.ts'

/** What a Citus coordinator is told, so that the buckets lie on many machines. Nothing here changes a database. */
export interface SpreadPlan {
  /** Copied to every machine: what spread tables refer to; each after those that it refers to itself. */
  readonly copied: readonly string[]
  /** Each after those that it refers to. */
  readonly spread: readonly string[]
  /** Tables with a bucket that stay on the coordinator: a key of theirs must be one for all. */
  readonly whole: readonly string[]
  /** Those spread tables that have triggers, which Citus wants to be allowed. */
  readonly withTriggers: readonly string[]
  /** Buckets on each of so many machines, where Citus puts them: by a hash, not evenly. */
  readonly bucketsOfMachines: readonly number[]
}

interface TableRow {
  readonly name: string
  readonly has_bucket: boolean
  /** Whether the bucket is in every unique key. */
  readonly has_only_bucket_keys: boolean
  readonly has_triggers: boolean
  readonly refers_to: readonly string[]
}

/** Reads from the database's own catalogue what can be spread by its buckets, and what has to go with it. */
export async function planSpread(db: Database, machines: number): Promise<SpreadPlan> {
  const tables = await readTables(db)
  const nameOf = ({ name }: TableRow) => name
  const withBucket = tables.filter((table) => table.has_bucket)
  const spread = withBucket.filter((table) => table.has_only_bucket_keys)
  const isSpread = new Set(spread.map(nameOf))
  const order = inOrder(tables, spread.map(nameOf))
  return {
    copied: order.filter((name) => !isSpread.has(name)),
    spread: order.filter((name) => isSpread.has(name)),
    whole: withBucket.filter((table) => !table.has_only_bucket_keys).map(nameOf),
    withTriggers: spread.filter((table) => table.has_triggers).map(nameOf),
    bucketsOfMachines: await placeBuckets(db, machines),
  }
}

/** The plan as a script for psql. */
export function spreadScript({
  copied,
  spread,
  whole,
  withTriggers,
  bucketsOfMachines,
}: SpreadPlan): string[] {
  const [first = ''] = spread
  return [
    '-- For the coordinator, while no server and no signer runs. Its machines are added beforehand:',
    "--   select citus_set_coordinator_host('<coordinator>'); select citus_add_node('<machine>', 5432);",
    '-- Some statements of this version of Koi do not run on Citus yet: docs/operating.md lists them.',
    `set citus.shard_count = ${BUCKETS};`,
    ...(withTriggers.length > 0
      ? [
          `-- ${withTriggers.join(', ')}: triggers that refuse what is written by hand, and look at their own row only.`,
          'set citus.enable_unsafe_triggers = on;',
        ]
      : []),
    ...copied.map((table) => `select create_reference_table('${table}');`),
    ...spread.map((table) =>
      table === first
        ? `select create_distributed_table('${table}', 'bucket', colocate_with => 'none');`
        : `select create_distributed_table('${table}', 'bucket', colocate_with => '${first}');`,
    ),
    ...whole.map((table) => `-- ${table} stays on the coordinator: its key is one for all buckets.`),
    `-- Buckets on each of ${bucketsOfMachines.length} machines, by their hashes: ${bucketsOfMachines.join(', ')}. Once there are rows, this evens them out:`,
    "--   select citus_rebalance_start(rebalance_strategy => 'by_disk_size');",
  ]
}

/** Tables, and what they refer to: each after those that it refers to. */
function inOrder(tables: readonly TableRow[], names: readonly string[]): string[] {
  const order = new Set<string>()
  const asked = new Set<string>()
  const add = (name: string) => {
    if (asked.has(name)) return
    asked.add(name)
    for (const other of tables.find((table) => table.name === name)?.refers_to ?? []) add(other)
    order.add(name)
  }
  names.forEach(add)
  return [...order]
}

async function readTables(db: Database): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    select relname as name,
      exists (select from pg_attribute
        where attrelid = class.oid and attname = 'bucket' and not attisdropped) as has_bucket,
      not exists (select from pg_index
        where indrelid = class.oid and indisunique and not exists (select from pg_attribute
          where attrelid = class.oid and attname = 'bucket' and attnum = any (indkey))) as has_only_bucket_keys,
      exists (select from pg_trigger where tgrelid = class.oid and not tgisinternal) as has_triggers,
      array(select distinct other.relname::text from pg_constraint
        join pg_class other on other.oid = confrelid
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid order by 1) as refers_to
    from pg_class class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by relname`.execute(db)
  return rows
}

/** Citus gives each shard an equal range of PostgreSQL's hashes, and each machine one shard after the other. */
async function placeBuckets(db: Database, machines: number): Promise<number[]> {
  const { rows } = await sql<{ buckets: string }>`
    select count(bucket) as buckets
    from generate_series(0, ${sql.lit(machines - 1)}) machine
    left join generate_series(0, ${sql.lit(BUCKETS - 1)}) bucket on machine
      = div(hashint2(bucket::smallint)::numeric + 2147483648, ${sql.lit(2 ** 32 / BUCKETS)}) % ${sql.lit(machines)}
    group by machine order by machine`.execute(db)
  return rows.map(({ buckets }) => Number(buckets))
}
