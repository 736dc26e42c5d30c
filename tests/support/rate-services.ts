import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The price of a coin in both services, unless a test overrides one. */
export interface ToldPrice {
  readonly usd: number
  /** Seconds since the epoch. */
  readonly at: number
}

type Answer = (response: ServerResponse) => void

/** CoinGecko and DefiLlama on loopback, with their own paths and formats. */
export async function startRateServices() {
  /** By the id of the service: `solana`, `solana:So111…`. */
  const prices = { coingecko: new Map<string, ToldPrice>(), defillama: new Map<string, ToldPrice>() }
  /** Answers that replace those of a service. */
  const faults: { coingecko: Answer | null; defillama: Answer | null } = { coingecko: null, defillama: null }
  const asked: { url: string; headers: IncomingMessage['headers'] }[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push({ url: request.url ?? '', headers: request.headers })
    const service = url.pathname.startsWith('/api/v3/') ? 'coingecko' : 'defillama'
    const fault = faults[service]
    if (fault) fault(response)
    else if (service === 'coingecko') json(response, 200, coinGecko(url))
    else json(response, 200, defiLlama(url))
  })

  function coinGecko(url: URL): object {
    if (url.pathname !== '/api/v3/simple/price' || url.searchParams.get('vs_currencies') !== 'usd') return {}
    const hasTime = url.searchParams.get('include_last_updated_at') === 'true'
    return answerFor(url.searchParams.get('ids'), prices.coingecko, ({ usd, at }) => ({
      usd,
      ...(hasTime && { last_updated_at: at }),
    }))
  }

  function defiLlama(url: URL): object {
    const ids = /^\/prices\/current\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1] ?? ''
    const coins = answerFor(ids, prices.defillama, ({ usd, at }, id) => ({
      price: usd,
      symbol: id.slice(-4),
      timestamp: at,
      confidence: 0.99,
    }))
    return { coins }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    coingeckoUrl: `http://127.0.0.1:${port}/api/v3`,
    defillamaUrl: `http://127.0.0.1:${port}`,
    prices,
    faults,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type RateServices = Awaited<ReturnType<typeof startRateServices>>

function answerFor(
  ids: string | null,
  known: ReadonlyMap<string, ToldPrice>,
  shape: (price: ToldPrice, id: string) => object,
): Record<string, object> {
  return Object.fromEntries(
    (ids ?? '').split(',').flatMap((id) => {
      const price = known.get(id)
      return price ? [[id, shape(price, id)]] : []
    }),
  )
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
