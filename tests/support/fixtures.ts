import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chromium,
  test as base,
  type BrowserContext,
  type LaunchOptions,
  type Worker,
} from '@playwright/test'
import { startFaultProxy, type FaultProxy } from './api-fault-proxy.ts'
import { createKeeper, type Keep } from './keeper.ts'
import { opensServer, type KoiServer } from './koi-server.ts'

/** Chromium prints this when a request cannot reach the server. */
export const OFFLINE_NOISE =
  /Failed to load resource: net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|INTERNET_DISCONNECTED)/

/** Chromium prints this for an answer with the status. */
export const statusNoise = (status: number) =>
  new RegExp(`Failed to load resource: the server responded with a status of ${status}`)

/** For journeys without the service worker: saves its installation in each test. */
export const WITHOUT_WORKER = { serviceWorkers: 'block' } as const

/** Playwright prints this when it blocks a service worker. */
export const WORKER_BLOCKED = /Service Worker registration blocked by Playwright/

/** A browser with a profile on disk, which can be closed and started again. */
export interface Profile {
  /** Starts a browser on the profile, and closes the previous one. */
  launch(): Promise<BrowserContext>
  close(): Promise<void>
}

/** Chromium prints this on a busy machine, although the page uses what was preloaded later. */
const SLOW_START =
  /\/(?:api|assets|covers)\/\S+ was preloaded using link preload but not used within a few seconds/

/** Chromium prints this for a stream whose server has gone: the app reconnects. */
const STREAM_LOST = /Failed to load resource: net::ERR_\w+ \(\S+\/api\/live\?/

interface TestFixtures {
  /**
   * The built product, shared by the tests of a worker and always running. It trusts its proxy, so that players can
   * have their own network addresses, and the 19 confirmations of its practice chain take a second and a half.
   */
  server: KoiServer
  /** Launch options of `profile` that differ from the other browsers. */
  profileOptions: LaunchOptions
  /** Allows matching console errors, warnings and uncaught errors in this test. */
  allowConsole: (...patterns: RegExp[]) => void
  /** Watches another context for console output and for requests that leave the machine. */
  guard: (context: BrowserContext) => void
  profile: Profile
  /** In front of `server`. `page` does not use it by itself: open `faultProxy.origin`. */
  faultProxy: FaultProxy
  isServerUp: void
}

interface WorkerFixtures {
  /**
   * Shares things between tests. Add no other fixture of this scope: it would start one more worker for the files that
   * use it.
   */
  keep: Keep
}

export const PRACTICE_BLOCK_MS = 80
const openServer = opensServer({ TRUST_PROXY: '1', PRACTICE_BLOCK_MS: String(PRACTICE_BLOCK_MS) })
/** Time for the start of a server on a busy machine, not counted as a test's own time. */
export const SERVER_START = { timeout: 90_000 }

/** Playwright's `test` with the real server. Console errors and requests to other hosts fail a test. */
export const test = base.extend<TestFixtures & { judge: void; verdicts: Verdicts }, WorkerFixtures>({
  keep: [
    async ({}, use) => {
      const { keep, closeAll } = createKeeper()
      await use(keep)
      await closeAll()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  server: [async ({ keep }, use) => use(await keep(openServer)), SERVER_START],

  isServerUp: [
    async ({ server }, use) => {
      if (!server.isRunning) await server.restart()
      await use()
    },
    { auto: true, timeout: 60_000 },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.origin)
  },

  verdicts: async ({}, use) => {
    // Chromium prints this for the page of an unknown address, whose status is meant to be 404.
    const allowed = [/status of 404 .*\/no\/such\/page\)$/, SLOW_START, STREAM_LOST]
    await use({ allowed, noise: [], foreign: [] })
  },

  allowConsole: async ({ verdicts }, use) => {
    await use((...patterns) => void verdicts.allowed.push(...patterns))
  },

  guard: async ({ verdicts }, use) => {
    await use((context) => watch(context, verdicts))
  },

  judge: [
    async ({ verdicts }, use) => {
      await use()
      const noise = verdicts.noise.filter((text) => !verdicts.allowed.some((pattern) => pattern.test(text)))
      const problems = [
        ...noise.map((text) => `Console noise: ${text}`),
        ...verdicts.foreign.map((url) => `Request to another host: ${url}`),
      ]
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    { auto: true },
  ],

  context: async ({ context, guard }, use) => {
    guard(context)
    await use(context)
  },

  profileOptions: [{}, { option: true }],

  profile: async (
    { guard, launchOptions, profileOptions, contextOptions, viewport, hasTouch, locale, server },
    use,
  ) => {
    const directory = await mkdtemp(join(tmpdir(), 'koi-profile-'))
    let context: BrowserContext | undefined
    const close = async () => {
      await context?.close()
      context = undefined
    }
    await use({
      close,
      async launch() {
        await close()
        context = await chromium.launchPersistentContext(directory, {
          ...launchOptions,
          ...profileOptions,
          ...contextOptions,
          viewport,
          hasTouch,
          ...(locale !== undefined && { locale }),
          baseURL: server.origin,
        })
        guard(context)
        return context
      },
    })
    await close()
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  },

  faultProxy: async ({ server, context }, use) => {
    const proxy = await startFaultProxy(server.origin)
    await use(proxy)
    // Open pages would print errors about the stopped server.
    await Promise.all(context.pages().map((page) => page.close()))
    await proxy.stop()
  },
})

interface Verdicts {
  allowed: RegExp[]
  noise: string[]
  foreign: string[]
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Only listens: intercepting requests would switch off the HTTP cache, and change the behaviour under test. */
function watch(context: BrowserContext, verdicts: Verdicts): void {
  const note = (type: string, text: string, url: string) => {
    if (type === 'error' || type === 'warning') verdicts.noise.push(`${type}: ${text} (${url})`)
  }
  const watchWorker = (worker: Worker) => {
    worker.on('console', (message) => note(message.type(), message.text(), worker.url()))
  }
  context.on('console', (message) => note(message.type(), message.text(), message.location().url))
  context.on('weberror', (event) =>
    verdicts.noise.push(`uncaught: ${event.error().stack ?? event.error().message}`),
  )
  context.serviceWorkers().forEach(watchWorker)
  context.on('serviceworker', watchWorker)
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(?:https?|wss?):$/.test(url.protocol) && !LOOPBACK.has(url.hostname))
      verdicts.foreign.push(request.url())
  })
  // The first page of a profile exists before anybody can listen.
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      if (!LOOPBACK.has(new URL(socket.url()).hostname)) verdicts.foreign.push(socket.url())
    }),
  )
}
