import * as v from 'valibot'
import { coinIdOf, type CoinSeed, type RateService } from '#server/coins/coins.seed.ts'
import type { KoiFile } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'
import { variable } from './environment.ts'

/** Where services are asked when nothing else is said. */
const ADDRESSES: Readonly<Record<RateService, string>> = {
  coingecko: 'https://api.coingecko.com/api/v3',
  defillama: 'https://coins.llama.fi',
}

export interface RateSourceConfig {
  readonly service: RateService
  /** Without a slash at its end. */
  readonly url: string
  readonly apiKey: string | null
  /** What the service calls our coins, by their ids. */
  readonly ids: Readonly<Record<string, string>>
}

/** Where coin prices come from. */
export interface RateConfig {
  /** The first one's prices count, the second one's are compared with them. */
  readonly sources: readonly [RateSourceConfig, RateSourceConfig]
  /** Older prices convert nothing. */
  readonly maxAgeMinutes: number
  /** Where the two prices differ by more than this, in basis points, neither counts. */
  readonly maxDifferenceBps: number
}

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

/** Null for the fixed prices of practice, which are asked of nobody. @throws StartupError */
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
    maxAgeMinutes: rates.maxAgeMinutes ?? 15,
    maxDifferenceBps: (rates.maxDifferencePercent ?? 3) * 100,
  }
}

/** What a service calls coins, by their ids. */
export const priceIdsOf = (coins: readonly CoinSeed[], service: RateService): Record<string, string> =>
  Object.fromEntries(
    coins.flatMap((coin) => {
      const id = coin.priceIds[service]
      return id === undefined ? [] : [[coinIdOf(coin), id]]
    }),
  )
