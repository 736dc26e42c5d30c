import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from './bucket.ts'
import type { DatabaseConfig } from '#server/db/open-database.ts'
import { withDatabase } from '#server/db/with-database.ts'

/** Plan for a Citus coordinator to distribute the buckets over machines. */
export interface SpreadPlan {
  /** Reference tables, copied to every machine. Each table follows those that it references. */
  readonly copied: readonly string[]
  /** Distributed tables, in the same order. */
  readonly spread: readonly string[]
  /** Tables with a bucket that stay on the coordinator, because they have a key without it. */
  readonly whole: readonly string[]
  /** Distributed tables with triggers, which Citus must be told to allow. */
  readonly withTriggers: readonly string[]
  /** Buckets on each machine. Citus places them by hash, not evenly. */
  readonly bucketsOfMachines: readonly number[]
}

interface TableRow {
  readonly name: string
  readonly has_bucket: boolean
  /** True if every unique key contains the bucket. */
  readonly has_only_bucket_keys: boolean
  readonly has_triggers: boolean
  readonly refers_to: readonly string[]
}

/** Derives the plan from the database catalogue. */
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

/** Topological order: each table follows those that it references. */
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

/** Citus divides the hash range evenly into shards, and assigns them to machines in turn. */
async function placeBuckets(db: Database, machines: number): Promise<number[]> {
  const { rows } = await sql<{ buckets: string }>`
    select count(bucket) as buckets
    from generate_series(0, ${sql.lit(machines - 1)}) machine
    left join generate_series(0, ${sql.lit(BUCKETS - 1)}) bucket on machine
      = div(hashint2(bucket::smallint)::numeric + 2147483648, ${sql.lit(2 ** 32 / BUCKETS)}) % ${sql.lit(machines)}
    group by machine order by machine`.execute(db)
  return rows.map(({ buckets }) => Number(buckets))
}

/**
 * Prints the Citus commands that distribute this database over machines. Executes none of them.
 * @throws StartupError when there is no database of this version, or a server has the PGlite directory open
 */
export async function printSpread(
  config: DatabaseConfig,
  machines: number,
  write: (line: string) => void,
): Promise<void> {
  await withDatabase(config, async (db) => {
    for (const line of spreadScript(await planSpread(db, machines))) write(line)
  })
}
