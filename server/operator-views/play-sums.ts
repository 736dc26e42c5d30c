import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'

export interface PlaySum {
  /** Start of the hour. */
  readonly hour: Date
  readonly bets: number
  /** In 10⁻⁸ dollars, as the next two. */
  readonly staked: bigint
  readonly paid: bigint
  readonly edge: bigint
}

interface Row {
  readonly hour: Date
  readonly bets: string
  readonly staked: string
  readonly paid: string
  readonly edge: string
}

const toSum = ({ hour, bets, staked, paid, edge }: Row): PlaySum => ({
  hour,
  bets: Number(bets),
  staked: BigInt(staked),
  paid: BigInt(paid),
  edge: BigInt(edge),
})

/** Koi's own games. Cost grows with hours and games, not with bets. */
export async function readOwnHours(db: Database, from: number, game?: string): Promise<PlaySum[]> {
  const { rows } = await sql<Row>`
    select hour, sum(bets)::text as bets, sum(staked)::text as staked, sum(paid)::text as paid, sum(edge)::text as edge
    from game_hour
    where bucket = any(${ALL_BUCKETS}::smallint[]) and hour >= ${new Date(from)}
      ${game === undefined ? sql`` : sql`and game = ${game}`}
    group by hour order by hour`.execute(db)
  return rows.map(toSum)
}

export interface ProviderSum extends PlaySum {
  readonly provider: string
}

/** Calls of providers, without those that they rolled back. Cost grows with their calls. */
export async function readProviderHours(db: Database, from: number): Promise<ProviderSum[]> {
  const { rows } = await sql<Row & { readonly provider: string }>`
    select provider, hour, sum(case kind when 'bet' then 1 when 'bet-back' then -1 else 0 end)::text as bets,
      sum(case kind when 'bet' then usd when 'bet-back' then -usd else 0 end)::text as staked,
      sum(case kind when 'win' then usd when 'win-back' then -usd else 0 end)::text as paid,
      sum(case kind when 'bet' then edge_usd when 'bet-back' then -edge_usd else 0 end)::text as edge
    from provider_transaction
    where at >= ${new Date(from)} and hour >= ${new Date(from)} and status = 'ok' and kind <> 'roll-back'
    group by provider, hour order by hour, provider`.execute(db)
  return rows.map((row) => ({ ...toSum(row), provider: row.provider }))
}
