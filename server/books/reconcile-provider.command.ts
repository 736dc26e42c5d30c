import { createLogger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Config } from '#server/config/config.ts'
import { requireCurrentSchema } from '#server/db/migrate.ts'
import { openDatabase, requireDatabase, type DatabaseConfig } from '#server/db/open-database.ts'
import { openProviderClient } from '#server/providers/open-client.ts'
import { ProviderFailure, type ProviderClient } from '#server/providers/provider-client.ts'
import { reconcileProvider, type ProviderComparison } from '#server/providers/reconcile-provider.ts'

const DAY_MS = 24 * 60 * 60_000

interface Asked {
  readonly provider: string
  /** As YYYY-MM-DD, in UTC; the last whole day without one. */
  readonly day?: string | undefined
  readonly now: number
}

/**
 * Compares a day with the provider's own list.
 * @param write takes the report, line by line
 * @returns true without a difference
 * @throws StartupError for the operator
 */
export async function runReconcileProvider(
  config: DatabaseConfig & Pick<Config, 'mode' | 'providers'>,
  { provider, day, now }: Asked,
  write: (line: string) => void,
  open: (link: Config['providers'][number]) => ProviderClient = (link) =>
    openProviderClient(link, config.mode),
): Promise<boolean> {
  const link = config.providers.find((each) => each.provider === provider)
  if (!link) throw new StartupError(`There is no provider ${provider} in KOI_CONFIG.`)
  const start = day === undefined ? now - (now % DAY_MS) - DAY_MS : Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(start) || start > now) throw new StartupError(`${day} is no day that has begun.`)
  requireDatabase(config)
  const database = await openDatabase(config, createLogger('silent'))
  try {
    await requireCurrentSchema(database.db, database.description)
    const asked = {
      db: database.db,
      link,
      protocol: link.protocol,
      client: open(link),
      day: new Date(start),
      now,
    }
    const found = await reconcileProvider(asked)
    write(`${link.title}, ${new Date(start).toISOString().slice(0, 10)} (UTC):`)
    for (const line of reportOf(found, link.currencies)) write(line)
    return found.counts.size === 0
  } catch (error) {
    if (error instanceof ProviderFailure)
      throw new StartupError(`${provider}: ${error.message}.`, { cause: error })
    throw error
  } finally {
    await database.close()
  }
}

function reportOf(
  { compared, underWay, sums, counts, told }: ProviderComparison,
  currencies: Config['providers'][number]['currencies'],
): string[] {
  const n = [...counts.values()].reduce((sum, each) => sum + each, 0)
  return [
    `  ${compared} calls compared, ${n} differ${underWay > 0 ? `, ${underWay} are too young` : ''}`,
    ...[...sums].map(([currency, { there, here }]) => {
      const decimals = currencies.get(currency)?.decimals ?? 0
      const amounts = (what: 'bets' | 'wins') =>
        `${what} ${toDecimal(there[what], decimals)} there, ${toDecimal(here[what], decimals)} here`
      return `  ${currency}: ${amounts('bets')}; ${amounts('wins')}; ${there.rolledBack} rolled back there, ${here.rolledBack} here`
    }),
    ...told.map((line) => `  DIFFERS: ${line}`),
    ...(n > told.length ? [`  and ${n - told.length} more`] : []),
  ]
}
