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

/** What Chromium itself prints when a request cannot reach the server. */
export const OFFLINE_NOISE =
  /Failed to load resource: net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|INTERNET_DISCONNECTED)/

/** The same for an answer with the status. */
export const statusNoise = (status: number) =>
  new RegExp(`Failed to load resource: the server responded with a status of ${status}`)

/** For journeys that are not about the service worker: each test is spared its installation. */
export const WITHOUT_WORKER = { serviceWorkers: 'block' } as const

/** What Playwright prints when it keeps a worker out. */
export const WORKER_BLOCKED = /Service Worker registration blocked by Playwright/

/** A browser with a profile on disk, which can be closed and started again as a player would. */
export interface Profile {
  /** Starts a browser on the profile; closes the one before. */
  launch(): Promise<BrowserContext>
  close(): Promise<void>
}

/** Said of what the page does use, where a busy machine starts the app later than Chromium expects. */
const SLOW_START = /\/api\/\w+ was preloaded using link preload but not used within a few seconds/

/** Said by the browser of a stream whose server has gone: the app begins it anew. */
const STREAM_LOST = /Failed to load resource: net::ERR_\w+ \(\S+\/api\/live\?/

interface TestFixtures {
  /**
   * The built product, shared by the tests of a worker; each test finds it running. It trusts its proxy, so that
   * players can come from addresses of their own, and the 19 confirmations of its practice chain take a second and a
   * half.
   */
  server: KoiServer
  /** How the browser of `profile` is started, where it differs from the others. */
  profileOptions: LaunchOptions
  /** Lets this test see console errors, warnings and uncaught errors that match. */
  allowConsole: (...patterns: RegExp[]) => void
  /** Watches one more context for noise and for requests that leave the machine. */
  guard: (context: BrowserContext) => void
  profile: Profile
  /** In front of `server`; `page` does not go through it by itself: open `faultProxy.origin`. */
  faultProxy: FaultProxy
  isServerUp: void
}

interface WorkerFixtures {
  /** For what tests share. No further fixture of this scope: each would be a worker more for the files that have it. */
  keep: Keep
}

export const PRACTICE_BLOCK_MS = 80
const openServer = opensServer({ TRUST_PROXY: '1', PRACTICE_BLOCK_MS: String(PRACTICE_BLOCK_MS) })
/** What a server may take to start on a busy machine; no test's own time. */
export const SERVER_START = { timeout: 90_000 }

/** Playwright's `test` with the real server, and with the rule that noise and foreign hosts fail a test. */
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
    // Said by the browser of a page that is 404, as the address that leads nowhere is meant to be.
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
    // Pages that still ask for something would print that nobody is there.
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

/** Listens only: intercepting requests would switch the HTTP cache off and change what is tested. */
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
  // A page that a profile opens by itself was there before anybody could listen.
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      if (!LOOPBACK.has(new URL(socket.url()).hostname)) verdicts.foreign.push(socket.url())
    }),
  )
}
