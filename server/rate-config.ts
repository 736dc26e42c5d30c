import * as v from 'valibot'
import { HTTP, optional, parseUrl } from './environment.ts'

/** Services that tell prices; where they are asked when nothing else is said. */
const ADDRESSES = {
  coingecko: 'https://api.coingecko.com/api/v3',
  defillama: 'https://coins.llama.fi',
} as const
export type RateService = keyof typeof ADDRESSES

export interface RateSourceConfig {
  readonly service: RateService
  /** Without a slash at its end. */
  readonly url: string
  readonly apiKey: string | null
}

/** Where coin prices come from. */
export interface RateConfig {
  /** The first one's prices count, the second one's are compared with them. */
  readonly sources: readonly [RateSourceConfig, RateSourceConfig]
  /** Older prices convert nothing. */
  readonly maxAgeMinutes: number
  /** Prices further apart, in basis points, are believed neither source. */
  readonly maxDifferenceBps: number
}

const SOURCES =
  'must be coingecko and defillama with a comma between them, the one whose prices count first; =address behind a name asks there instead'
const MINUTES = 'must be a number of minutes from 2 to 1440'
const PERCENT = 'must be a whole number from 1 to 50'

const SourceSchema = v.pipe(
  v.string(),
  v.transform((text) => {
    const [name = '', ...address] = text.trim().split('=')
    return { name: name.trim(), url: address.join('=').trim().replace(/\/+$/, '') }
  }),
  v.check(({ name, url }) => isService(name) && (url === '' || isHttp(url)), SOURCES),
)

export const RATE_ENVIRONMENT = {
  RATE_SOURCES: optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(SourceSchema),
      v.check((list) => list.length === 2 && list[0]?.name !== list[1]?.name, SOURCES),
    ),
  ),
  COINGECKO_API_KEY: optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w-]{1,200}$/, 'must be a key of up to 200 letters, digits, dashes and underscores'),
    ),
  ),
  RATE_MAX_AGE_MINUTES: optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, MINUTES),
      v.transform(Number),
      v.minValue(2, MINUTES),
      v.maxValue(1_440, MINUTES),
    ),
  ),
  RATE_MAX_DIFFERENCE_PERCENT: optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, PERCENT),
      v.transform(Number),
      v.minValue(1, PERCENT),
      v.maxValue(50, PERCENT),
    ),
  ),
}
type RateEnvironment = v.InferOutput<v.ObjectSchema<typeof RATE_ENVIRONMENT, undefined>>

/** Null for the fixed prices of practice, which are asked of nobody. */
export function rateConfigOf(set: RateEnvironment): RateConfig | null {
  const [first, second] = (set.RATE_SOURCES ?? []).map(({ name, url }): RateSourceConfig => {
    const service = name as RateService
    return {
      service,
      url: url === '' ? ADDRESSES[service] : url,
      apiKey: service === 'coingecko' ? (set.COINGECKO_API_KEY ?? null) : null,
    }
  })
  if (!first || !second) return null
  return {
    sources: [first, second],
    maxAgeMinutes: set.RATE_MAX_AGE_MINUTES ?? 15,
    maxDifferenceBps: (set.RATE_MAX_DIFFERENCE_PERCENT ?? 3) * 100,
  }
}

function isService(name: string): name is RateService {
  return Object.hasOwn(ADDRESSES, name)
}

function isHttp(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && HTTP.test(url.protocol) && url.hostname !== '' && url.search + url.hash === ''
}
