import type { ParsedRequest } from '#contract/endpoint.ts'
import type { listWallets, WalletPage } from '#contract/wallet.ts'
import type { Clock } from '#server/base/clock.ts'
import { createFallbackCache } from '#server/base/fallback-cache.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { WalletConfig } from '#server/config/wallet-config.ts'
import { parseListings } from './wallet-listing.ts'

type Query = ParsedRequest<typeof listWallets>['query']

const BOUNDS = { service: 'wallet-explorer', timeoutMs: 4_000, maxBytes: 1024 * 1024 }
const FRESH_MS = 5 * 60_000
const RETRY_MS = 10_000
/** Each search creates an entry of some 30 kB. */
const MAX_PAGES = 300

const PATHS = {
  desktop: 'getDesktopListings',
  mobile: 'getMobileListings',
  injected: 'getInjectedListings',
  all: 'getAllListings',
} as const

/** Lists of wallets from WalletConnect's explorer; empty without a project id. */
export function createExplorer(config: WalletConfig, clock: Clock, logger: Logger) {
  const pages = createFallbackCache<WalletPage>({
    clock,
    freshMs: FRESH_MS,
    retryMs: RETRY_MS,
    maxEntries: MAX_PAGES,
  })

  return {
    /** @throws Refusal `explorer_unavailable` */
    async list(query: Query): Promise<WalletPage> {
      if (config.projectId === null) return { listings: [], total: 0, page: query.page }
      const search = query.search?.toLowerCase() ?? ''
      const { list, recommended = '', page, entries } = query
      return pages.get([list, recommended, page, entries, search].join(' '), () =>
        fetchPage(config, { ...query, search }).catch((error: unknown) => {
          logger.warn({ err: error }, 'the explorer of wallets cannot be reached')
          throw new Refusal('explorer_unavailable', 'The explorer of wallets cannot be reached')
        }),
      )
    },
  }
}

async function fetchPage(config: WalletConfig, query: Query): Promise<WalletPage> {
  const chosen = query.recommended ? config.recommendedIds : []
  const { status, bytes } = await fetchBounded(addressOf(config, query, chosen), BOUNDS)
  if (status !== 200) throw new Error(`The explorer answers with ${status}`)
  const { listings, total } = parseListings(JSON.parse(bytes.toString()))
  const left = listings.filter(({ id }) => !config.excludedIds.includes(id))
  if (chosen.length === 0) return { listings: left, total, page: query.page }
  // The explorer ignores the order of `recommendedIds`.
  const inOrder = chosen.flatMap((id) => left.find((listing) => listing.id === id) ?? [])
  return { listings: inOrder, total, page: query.page }
}

/** The same query as WalletConnect's own modal. */
function addressOf(
  { explorerUrl, projectId, excludedIds }: WalletConfig,
  { list, page, entries, search }: Query,
  chosen: readonly string[],
): string {
  const query = new URLSearchParams({
    projectId: projectId ?? '',
    sdkType: 'w3m',
    sdkVersion: 'js-2.7.1',
    page: String(page),
    entries: String(entries),
    version: '2',
    // All wallets for EVM chains list Ethereum.
    chains: 'eip155:1',
    ...(search && { search }),
    ...(excludedIds.length > 0 && { excludedIds: excludedIds.join(',') }),
    ...(chosen.length > 0 && { recommendedIds: chosen.join(',') }),
  })
  return `${explorerUrl}/w3m/v1/${PATHS[list]}?${query}`
}
