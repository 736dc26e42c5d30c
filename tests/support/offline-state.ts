import { expect, type Page } from '@playwright/test'

/** Data that must be on the device after one visit, so that Koi opens without a server. */
interface Kept {
  isControlled: boolean
  /** Addresses in the image cache, without their hashes. */
  images: string[]
  /** API paths of the answers in the stored query cache, one for each set of parameters. */
  answers: string[]
}

/** The worker checks the hash of each file that it stores: on a busy machine that takes its time. */
const INSTALLED_WITHIN_MS = 60_000

const SAVED = ['/games', '/categories', '/providers', '/coins', '/promotions', '/config']

/** Waits until the page can open without a server, with these answers. */
export async function untilAnswersKept(page: Page, ...paths: readonly string[]): Promise<void> {
  const areKept = async () => {
    const { isControlled, answers } = await keptBy(page)
    return isControlled && paths.every((path) => answers.includes(path))
  }
  await expect.poll(areKept, { timeout: INSTALLED_WITHIN_MS }).toBe(true)
}

export function keptBy(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const images = await caches.open('koi-images').then((cache) => cache.keys())
    const databases = await indexedDB.databases()
    const text = databases.some(({ name }) => name === 'koi')
      ? await new Promise<unknown>((resolve, reject) => {
          const opening = indexedDB.open('koi')
          opening.onerror = () => reject(new Error('the database does not open'))
          opening.onsuccess = () => {
            const database = opening.result
            const reading = database.transaction('kv').objectStore('kv').get('query-cache')
            reading.onerror = () => reject(new Error('the store cannot be read'))
            reading.onsuccess = () => {
              database.close()
              resolve(reading.result)
            }
          }
        })
      : undefined
    const stored = typeof text === 'string' ? JSON.parse(text) : undefined
    return {
      isControlled: navigator.serviceWorker.controller !== null,
      images: images.map(({ url }) => new URL(url).pathname),
      answers: (stored?.clientState.queries ?? []).map(
        ({ queryKey }: { queryKey: [scope: string, path: string] }) => queryKey[1],
      ),
    }
  })
}

/**
 * Waits until one visit has stored everything that the next one needs without a server. @returns the time it took, in
 * milliseconds
 */
export async function untilKept(page: Page): Promise<number> {
  const since = performance.now()
  const { data: games } = (await (await page.request.get(new URL('/api/games', page.url()).href)).json()) as {
    data: { slug: string; cover: string }[]
  }
  const covers = games.map(({ cover }) => new URL(cover, 'http://koi').pathname)
  const look = async () => {
    const kept = await keptBy(page)
    return {
      isControlled: kept.isControlled,
      missingCovers: covers.filter((path) => !kept.images.includes(path)),
      missingAnswers: SAVED.filter((path) => !kept.answers.includes(path)),
      gamePages: kept.answers.filter((path) => path === '/games/:slug').length,
    }
  }
  await expect
    .poll(look, { timeout: INSTALLED_WITHIN_MS, intervals: [100, 250] })
    .toEqual({ isControlled: true, missingCovers: [], missingAnswers: [], gamePages: games.length })
  return performance.now() - since
}

/** Rewrites the stored query cache. Open a page of the origin other than the app, which would overwrite it. */
export function rewriteSaved(page: Page, change: 'age' | 'garble' | 'break', ageMs = 0): Promise<void> {
  return page.evaluate(
    async ({ how, age }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('koi')
        opening.onerror = () => reject(new Error('the database does not open'))
        opening.onsuccess = () => resolve(opening.result)
      })
      const transaction = database.transaction('kv', 'readwrite')
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(new Error('the store cannot be written'))
      })
      const store = transaction.objectStore('kv')
      const reading = store.get('query-cache')
      reading.onsuccess = () => {
        const stored = JSON.parse(reading.result)
        for (const query of stored.clientState.queries) {
          if (how === 'age') query.state.dataUpdatedAt = Date.now() - age
          if (how === 'break') query.state.data = { instead: ['of', 'the', 'contract'] }
        }
        store.put(how === 'garble' ? '{"clientState":{"queries":[{' : JSON.stringify(stored), 'query-cache')
      }
      await done
      database.close()
    },
    { how: change, age: ageMs },
  )
}

/** Deletes every cache of the origin, as a browser does when its disk is full. */
export async function emptyCaches(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}
