import * as v from 'valibot'
import { coinIdOf, type CoinSeed, type RateService } from '#server/coins/coins.seed.ts'
import type { KoiFile } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'
import { variable } from './environment.ts'

const ADDRESSES: Readonly<Record<RateService, string>> = {
  coingecko: 'https://api.coingecko.com/api/v3',
  defillama: 'https://coins.llama.fi',
}

export interface RateSourceConfig {
  readonly service: RateService
  readonly url: string
  readonly apiKey: string | null
  /** Ids of our coins at the service, by coin. */
  readonly ids: Readonly<Record<string, string>>
}

export interface RateConfig {
  readonly sources: readonly [RateSourceConfig, RateSourceConfig]
  readonly maxAgeMinutes: number
  /** A price that differs by more between the two sources does not count; in basis points. */
  readonly maxDifferenceBps: number
}

const MAX_AGE_MINUTES = 15
const MINUTE_MS = 60_000

export const RATE_ENVIRONMENT = {
  COINGECKO_API_KEY: variable(
    v.pipe(
      v.string(),
      v.regex(/^[\w-]{1,200}$/, 'must be a key of up to 200 letters, digits, dashes and underscores'),
    ),
    {
      section: 'Prices',
      isSecret: true,
      meaning: 'sent to CoinGecko, as a demo key, or as a pro one to `pro-api.coingecko.com`',
    },
  ),
}

/**
 * Null for the fixed prices of practice mode.
 * @throws StartupError
 */
export function rateConfigOf(
  { rates }: KoiFile,
  coins: readonly CoinSeed[],
  apiKey: string | undefined,
): RateConfig | null {
  if (rates === undefined) return null
  const [first, second] = rates.sources.map(({ service, url }): RateSourceConfig => ({
    service,
    url: url ?? ADDRESSES[service],
    apiKey: service === 'coingecko' ? (apiKey ?? null) : null,
    ids: priceIdsOf(coins, service),
  }))
  if (!first || !second || first.service === second.service) {
    throw fileError('rates.sources: must be coingecko and defillama, the one whose prices count first')
  }
  return {
    sources: [first, second],
    maxAgeMinutes: rates.maxAgeMinutes ?? MAX_AGE_MINUTES,
    maxDifferenceBps: (rates.maxDifferencePercent ?? 3) * 100,
  }
}

/** Null for the fixed prices of practice mode. Live prices age, also where the file lacks their sources. */
export const maxPriceAgeOf = ({ rates }: Pick<KoiFile, 'rates'>, mode: 'practice' | 'live'): number | null =>
  rates === undefined && mode === 'practice' ? null : (rates?.maxAgeMinutes ?? MAX_AGE_MINUTES) * MINUTE_MS

export const priceIdsOf = (coins: readonly CoinSeed[], service: RateService): Record<string, string> =>
  Object.fromEntries(
    coins.flatMap((coin) => {
      const id = coin.priceIds[service]
      return id === undefined ? [] : [[coinIdOf(coin), id]]
    }),
  )
