import * as v from 'valibot'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import type { RateService } from '#server/coins/coins.seed.ts'
import type { RateSourceConfig } from '#server/config/rate-config.ts'
import { PRICE_DECIMALS, parsePrice } from '#server/coins/convert-at.ts'

const TIMEOUT_MS = 4_000
const MAX_BYTES = 256 * 1024
/** DefiLlama's confidence in a price, from 0 to 1. */
const MIN_CONFIDENCE = 0.9

export interface Price {
  /** In 10⁻¹² US dollars. */
  readonly usd: bigint
  /** Time of the price at its source, in milliseconds since the epoch. */
  readonly at: number
}

export interface RateSource {
  readonly name: string
  /** Omits coins without a reliable price. @throws Error for a timeout, a refusal or an invalid answer */
  prices(): Promise<ReadonlyMap<string, Price>>
}

interface RawPrice {
  readonly price: number
  readonly seconds: number
}

interface Service {
  /** Path below the configured URL. */
  readonly path: (ids: string) => string
  readonly headers: (source: RateSourceConfig) => Readonly<Record<string, string>>
  /** @throws v.ValiError */
  readonly read: (answer: unknown) => ReadonlyMap<string, RawPrice>
}

// Nullish: one coin without a price must not invalidate the others.
const CoinGeckoSchema = v.record(
  v.string(),
  v.object({ usd: v.nullish(v.number()), last_updated_at: v.nullish(v.number()) }),
)
const DefiLlamaSchema = v.object({
  coins: v.record(
    v.string(),
    v.object({
      price: v.nullish(v.number()),
      timestamp: v.nullish(v.number()),
      confidence: v.nullish(v.number()),
    }),
  ),
})

const SERVICES: Readonly<Record<RateService, Service>> = {
  coingecko: {
    path: (ids) =>
      `/simple/price?${new URLSearchParams({ ids, vs_currencies: 'usd', include_last_updated_at: 'true', precision: 'full' })}`,
    headers: ({ url, apiKey }) => {
      if (apiKey === null) return {}
      return { [new URL(url).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey }
    },
    read: (answer) =>
      rawPrices(Object.entries(v.parse(CoinGeckoSchema, answer)), ({ usd, last_updated_at }) => [
        usd,
        last_updated_at,
      ]),
  },
  defillama: {
    path: (ids) => `/prices/current/${ids}`,
    headers: () => ({}),
    read: (answer) =>
      rawPrices(
        Object.entries(v.parse(DefiLlamaSchema, answer).coins),
        ({ price, timestamp, confidence }) => [(confidence ?? 1) < MIN_CONFIDENCE ? null : price, timestamp],
      ),
  },
}

export function createRateSource(config: RateSourceConfig, timeoutMs = TIMEOUT_MS): RateSource {
  const { service, url } = config
  const { path, headers, read } = SERVICES[service]
  const ids = Object.entries(config.ids)
  return {
    name: service,
    async prices() {
      const asked = url + path([...new Set(ids.map(([, id]) => id))].join(','))
      const { status, bytes } = await fetchBounded(
        asked,
        { service: `prices-${service}`, timeoutMs, maxBytes: MAX_BYTES },
        { headers: { accept: 'application/json', ...headers(config) } },
      )
      if (status !== 200) throw new Error(`${service} answers with ${status}`)
      const answer = read(JSON.parse(bytes.toString()))
      return new Map(ids.flatMap(([coin, id]) => priceOf(coin, answer.get(id))))
    },
  }
}

type OptionalNumber = number | null | undefined

function rawPrices<T>(
  entries: readonly (readonly [string, T])[],
  read: (entry: T) => readonly [price: OptionalNumber, seconds: OptionalNumber],
): ReadonlyMap<string, RawPrice> {
  return new Map(
    entries.flatMap(([id, entry]) => {
      const [price, seconds] = read(entry)
      return price && seconds ? [[id, { price, seconds }] as const] : []
    }),
  )
}

function priceOf(coin: string, answer: RawPrice | undefined): [string, Price][] {
  if (answer === undefined) return []
  // The price was parsed as a double: digits after the 15th are already rounded.
  const usd = parsePrice(answer.price.toFixed(PRICE_DECIMALS))
  return usd === null ? [] : [[coin, { usd, at: answer.seconds * 1_000 }]]
}
