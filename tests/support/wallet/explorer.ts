import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { EXPLORER_WALLETS, type ExplorerWallet } from './explorer-wallets.ts'

export type ExplorerFault =
  'none' | 'slow' | 'unauthorized' | 'server-error' | 'empty' | 'malformed' | 'broken-images'

export interface ExplorerRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly at: number
}

export interface Identity {
  readonly name: string | null
  readonly avatar: string | null
}

export interface TestExplorer {
  /** `http://127.0.0.1:<port>`, for listings, images and identities. */
  readonly url: string
  readonly wallets: readonly ExplorerWallet[]
  /** Requests so far, images included. */
  readonly requests: ExplorerRequest[]
  /** Identities by address in lower case; others are unknown. */
  readonly identities: Map<string, Identity>
  /** From now on; `slow` answers after 4 s by default. */
  fault: ExplorerFault
  delayMs: number
  stop(): Promise<void>
}

const LISTS = {
  getDesktopListings: () => true,
  getMobileListings: ({ mobile }: ExplorerWallet) => Boolean(mobile.native || mobile.universal),
  getInjectedListings: ({ injected }: ExplorerWallet) => injected !== null,
  getAllListings: () => true,
} satisfies Record<string, (wallet: ExplorerWallet) => boolean>

const LISTINGS = /^\/w3m\/v1\/(get(?:Desktop|Mobile|Injected|All)Listings)$/
const IMAGE = /^\/(?:v3\/logo\/(?:sm|md|lg)|w3m\/v1\/get(?:Wallet|Asset)Image)\/([\w-]+)$/
const IDENTITY = /^\/v1\/identity\/(0x[0-9a-fA-F]{40})$/

/**
 * Stands in for WalletConnect's explorer (`w3m/v1` listings, `v3` logos) and its identity service, with 500 wallets and
 * faults that a test switches on.
 */
export async function startExplorer(wallets = EXPLORER_WALLETS): Promise<TestExplorer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  const image = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#2a6f97' } })
    .png()
    .toBuffer()
  const stopping = new AbortController()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', explorer.url)
    const query = Object.fromEntries(url.searchParams)
    explorer.requests.push({ path: url.pathname, query, at: Date.now() })
    const say = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }

    if (explorer.fault === 'slow') {
      await sleep(explorer.delayMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    if (explorer.fault === 'server-error') return say(500, { statusText: 'Internal Server Error' })
    if (explorer.fault === 'unauthorized' || !query['projectId']) {
      return say(401, {
        status: 'FAILED',
        reasons: [{ name: 'projectId', description: 'Invalid project ID' }],
      })
    }

    if (IMAGE.test(url.pathname)) {
      const isBroken = explorer.fault === 'broken-images'
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(isBroken ? image.subarray(0, 40) : image)
      return
    }
    if (explorer.fault === 'malformed') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"listings": {"c57c')
      return
    }
    const address = IDENTITY.exec(url.pathname)?.[1]
    if (address !== undefined) {
      const identity = explorer.identities.get(address.toLowerCase())
      return identity ? say(200, identity) : say(404, { status: 'FAILED', reasons: [{ name: 'address' }] })
    }
    const list = LISTINGS.exec(url.pathname)?.[1]
    if (list === undefined) return say(404, {})
    say(200, explorer.fault === 'empty' ? { listings: {}, count: 0, total: 0 } : listings(list, query))
  }

  function listings(list: string, query: ExplorerRequest['query']) {
    const named = (name: string) => (query[name] ?? '').split(',').filter(Boolean)
    const [excluded, recommended] = [named('excludedIds'), named('recommendedIds')]
    const search = (query['search'] ?? '').toLowerCase()
    const matches = wallets.filter(
      (wallet) =>
        LISTS[list as keyof typeof LISTS](wallet) &&
        !excluded.includes(wallet.id) &&
        (recommended.length === 0 || recommended.includes(wallet.id)) &&
        wallet.name.toLowerCase().includes(search) &&
        wallet.versions.includes(query['version'] ?? '2'),
    )
    const entries = Number(query['entries']) || matches.length
    const first = (Number(query['page'] ?? 1) - 1) * entries
    const shown = matches.slice(first, first + entries)
    const logo = (size: string, id: string) =>
      `${explorer.url}/v3/logo/${size}/${id}?projectId=${query['projectId']}`
    const withImages = (wallet: ExplorerWallet) => ({
      ...wallet,
      image_url: Object.fromEntries(['sm', 'md', 'lg'].map((size) => [size, logo(size, wallet.image_id)])),
    })
    return {
      listings: Object.fromEntries(shown.map((wallet) => [wallet.id, withImages(wallet)])),
      count: shown.length,
      total: matches.length,
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const explorer: TestExplorer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wallets,
    requests: [],
    identities: new Map(),
    fault: 'none',
    delayMs: 4_000,
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return explorer
}
