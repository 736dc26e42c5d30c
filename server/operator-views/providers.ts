import { sql } from 'kysely'
import type { OperatedProvider } from '#contract/operator/providers.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { readProviderHours } from './play-sums.ts'
import type { ViewServices } from './view-services.ts'

const DAY_MS = 24 * 60 * 60_000

interface Row {
  readonly provider: string
  readonly games: string
  readonly on: string
  readonly synced_at: Date | null
}

/** Providers of the configuration, and those that are gone but have games in the database. */
export async function listProviders({
  db,
  reads,
  clock,
  config,
}: Pick<ViewServices, 'db' | 'reads' | 'clock'> & {
  readonly config: Pick<ViewServices['config'], 'providers'>
}): Promise<OperatedProvider[]> {
  const now = clock()
  const { rows: games } = await sql<Row>`
    select provider, count(*) filter (where gone_at is null)::text as games,
      count(*) filter (where is_on and gone_at is null)::text as "on", max(listed_at) as synced_at
    from provider_game group by provider order by provider`.execute(db)
  const hours = await readProviderHours(reads.forSums(), now - (now % DAY_MS))
  const open = await countOpen(db)
  const debts = await readDebts(db)
  const calls = await readLastCalls(db)
  const off = new Set(
    (await db.selectFrom('provider_off').select('provider').execute()).map(({ provider }) => provider),
  )
  const names = [
    ...new Set([
      ...config.providers.map(({ provider }) => provider),
      ...games.map(({ provider }) => provider),
    ]),
  ]
  return names.map((provider) => {
    const link = config.providers.find((each) => each.provider === provider)
    const own = games.find((each) => each.provider === provider)
    const today = hours.filter((each) => each.provider === provider)
    return {
      provider,
      name: link?.title ?? provider,
      isOn: link !== undefined && !off.has(provider),
      gamesOn: Number(own?.on ?? 0),
      games: Number(own?.games ?? 0),
      bets: Math.max(
        0,
        today.reduce((sum, { bets }) => sum + bets, 0),
      ),
      stakedUsd: toDecimal(atLeastZero(today.reduce((sum, { staked }) => sum + staked, 0n)), DOLLAR_DECIMALS),
      resultUsd: toDecimal(
        today.reduce((sum, { staked, paid }) => sum + staked - paid, 0n),
        DOLLAR_DECIMALS,
      ),
      openRounds: open.get(provider) ?? 0,
      debts: debts
        .filter((each) => each.provider === provider)
        .map(({ coin, amount, decimals }) => ({ coin, amount: toDecimal(BigInt(amount), decimals) })),
      syncedAt: own?.synced_at?.toISOString() ?? null,
      lastCallAt: calls.get(provider)?.toISOString() ?? null,
    }
  })
}

/** A bet of yesterday may be rolled back today. */
const atLeastZero = (units: bigint) => (units < 0n ? 0n : units)

async function countOpen(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ provider: string; n: string }>`
    select provider, count(*)::text as n from provider_round
    where bucket = any(${ALL_BUCKETS}::smallint[]) and closed_at is null and bets > 0 group by provider`.execute(
    db,
  )
  return new Map(rows.map(({ provider, n }) => [provider, Number(n)]))
}

async function readDebts(db: Database) {
  const { rows } = await sql<{ provider: string; coin: string; amount: string; decimals: number }>`
    select provider, coin, sum(amount)::text as amount, decimals
    from provider_debt join coin on coin.id = provider_debt.coin
    where settled_at is null group by provider, coin, decimals order by provider, coin`.execute(db)
  return rows
}

/** None older than a day is looked for. */
async function readLastCalls(db: Database): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ provider: string; at: Date }>`
    select provider, max(at) as at from provider_transaction where at > now() - interval '1 day' group by provider`.execute(
    db,
  )
  return new Map(rows.map(({ provider, at }) => [provider, at]))
}
