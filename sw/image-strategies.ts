import type { WorkboxPlugin } from 'workbox-core/types.js'
import { Strategy, type StrategyHandler } from 'workbox-strategies'
import { fromCache } from './cache-answer.ts'

/** Only whole images are kept: a page in place of one is some other server's, or a mistake of ours. */
export const onlyImages: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get('content-type')?.startsWith('image/') ? response : null,
}

/** From the cache; from the network where that has nothing or is no use. */
export class CacheFirst extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return (await kept(request, handler)) ?? fetchAndKeep(request, handler)
  }
}

/** The same, and every time it is fetched for the next one. */
export class CacheThenRefresh extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const fetched = fetchAndKeep(request, handler)
    void handler.waitUntil(fetched.catch(() => undefined))
    return (await kept(request, handler)) ?? fetched
  }
}

const kept = (request: Request, handler: StrategyHandler) => fromCache(() => handler.cacheMatch(request))

async function fetchAndKeep(request: Request, handler: StrategyHandler): Promise<Response> {
  const response = await handler.fetch(request)
  const isKept = handler.cachePut(request, response.clone())
  // No room, or no cache: it is fetched again.
  void handler.waitUntil(isKept.catch(() => false))
  return response
}
