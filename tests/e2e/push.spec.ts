import { expect, type Page, type Worker } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { openPage } from '../support/app-pages.ts'
import { beginLoggedIn, logInElsewhere, main, test as journeys } from '../support/journey-players.ts'
import { startKoiServer, type KoiServer } from '../support/koi-server.ts'
import { startPushService, type PushService } from '../support/push-service.ts'

declare const self: ServiceWorkerGlobalScope

/** A server that may call a push service on this machine. */
const openWithPush = async () => {
  const service = await startPushService()
  const server = await startKoiServer({ env: { TRUST_PROXY: '1', PUSH_SERVICES: service.origin } })
  const close = () => Promise.all([server.stop(), service.close()])
  return { value: { server: server as KoiServer, service }, close }
}
const test = journeys.extend<{ service: PushService }>({
  server: async ({ keep }, use) => use((await keep(openWithPush)).server),
  service: async ({ keep }, use) => use((await keep(openWithPush)).service),
})

// The headless shell refuses notifications, whatever is granted.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const executablePath = findChromium()
    await use({ ...launchOptions, ...(executablePath !== undefined && { executablePath }) })
  },
})

/** The browser has no push service here: this is what it would answer with one. */
async function standIn(page: Page, service: PushService): Promise<void> {
  await page.addInitScript((sent) => {
    let key: ArrayBuffer | null = null
    const subscription = {
      endpoint: sent.endpoint,
      get options() {
        return { applicationServerKey: key }
      },
      toJSON: () => sent,
      unsubscribe: async () => {
        key = null
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (key === null ? null : subscription),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const text = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
        key = Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer
        return subscription
      },
    })
  }, service.newDevice())
}

/** Gives the worker a message of the push service. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data })
}

/** As far as a tap needs it. */
interface Shown {
  readonly title: string
  readonly tag?: string
  readonly data?: unknown
  readonly close: () => void
}

declare const kept: Shown[]

/**
 * Keeps what the browser has agreed to show. `getNotifications` cannot tell: Chromium deletes a notification that
 * is asked for before the system has it.
 */
const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const { registration } = self
    const show = registration.showNotification.bind(registration)
    Object.assign(self, { kept: [] })
    registration.showNotification = async (title, options) => {
      await show(title, options)
      kept.push({ ...options, title, close: () => undefined })
    }
  })

const shownBy = (worker: Worker) => worker.evaluate(() => kept.map(({ title, tag }) => ({ title, tag })))

const tap = (worker: Worker) =>
  worker.evaluate(() => {
    const event = Object.assign(new ExtendableEvent('notificationclick'), { notification: kept[0] })
    self.dispatchEvent(event)
  })

test('a player turns notifications on, and the worker shows what the server sends', async ({
  page,
  context,
  server,
  service,
  newPlayer,
}) => {
  const player = await newPlayer()
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await standIn(page, service)
  await beginLoggedIn(page, player)
  const started = context.waitForEvent('serviceworker')
  await openPage(page, '/messages/notifications')
  const worker = await started
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  const onHere = main(page).getByRole('switch', { name: 'Notifications' })
  await expect(onHere).not.toBeChecked()
  const told = page.waitForResponse('**/push-subscriptions')
  await onHere.click()
  await told
  await expect(onHere).toBeChecked()
  await page.reload()

  await logInElsewhere(server, player)
  // The server looks every two seconds, and later on a busy machine.
  await expect.poll(() => service.received.length, { timeout: 45_000 }).toBe(1)
  const [push] = service.received
  await keepShown(worker)
  await deliver(page, server.origin, push?.text ?? '')
  const shown = { title: 'New log-in to your account', tag: push?.headers['topic'] }
  await expect.poll(() => shownBy(worker)).toEqual([shown])

  await test.step('a second delivery of the same message replaces the first, which has the same tag', async () => {
    await deliver(page, server.origin, push?.text ?? '')
    await expect.poll(() => shownBy(worker)).toEqual([shown, shown])
  })

  await test.step('a tap opens the screen in the open window', async () => {
    await page.evaluate(() => void Object.assign(window, { isSamePage: true }))
    // The page listens when all else has started.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-messages-')),
    )
    await tap(worker)
    await expect(page).toHaveURL('/security/sessions')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  await test.step('a tap takes the place of a page that does not answer', async () => {
    await page.addInitScript(() =>
      navigator.serviceWorker.addEventListener('message', (event) => event.stopImmediatePropagation()),
    )
    await openPage(page, '/profile')
    await tap(worker)
    await expect(page).toHaveURL('/security/sessions')
  })
})

test('promotions are off until the player chooses them, by topic and by channel', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/messages/notifications')
  const races = main(page).getByRole('group', { name: 'Races' })
  const pressed = (name: string) => races.getByRole('button', { name }).getAttribute('aria-pressed')
  expect(await Promise.all(['Inbox', 'Notification', 'E-mail'].map(pressed))).toEqual(Array(3).fill('false'))
  const consented = page.waitForResponse('**/promotions/*')
  await races.getByRole('button', { name: 'Notification' }).click()
  await consented
  await expect(races.getByRole('button', { name: 'Inbox' })).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(races.getByRole('button', { name: 'Notification' })).toHaveAttribute('aria-pressed', 'true')
  await expect(races.getByRole('button', { name: 'E-mail' })).toHaveAttribute('aria-pressed', 'false')

  const saved = () => page.waitForResponse('**/quiet-hours')
  const turned = saved()
  await main(page).getByRole('switch', { name: 'Quiet at set times' }).click()
  await turned
  await main(page).getByLabel('Until', { exact: true }).fill('07:30')
  const changed = saved()
  await main(page).getByLabel('From', { exact: true }).focus()
  await changed
  await page.reload()
  await expect(main(page).getByLabel('Until', { exact: true })).toHaveValue('07:30')
})
