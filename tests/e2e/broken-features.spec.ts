import { expect, type Page } from '@playwright/test'
import { test, WORKER_BLOCKED } from '../support/fixtures.ts'
import { untilKept } from '../support/offline-state.ts'
import { betButton, openPlay, recentResults, saidResult, shownBalance } from '../support/play-screen.ts'

/** Makes browser features throw, as when the browser blocks a site's data. */
function refuseAll(): void {
  const deny = () => {
    throw new DOMException('denied by the test', 'SecurityError')
  }
  const reject = async () => deny()
  const give = (object: object, name: string, value: unknown) =>
    Object.defineProperty(object, name, { value, configurable: true })
  give(navigator, 'locks', { request: reject, query: reject })
  give(navigator, 'storage', { persisted: deny, estimate: deny, persist: deny })
  give(window, 'caches', { open: reject, match: reject, keys: reject, has: reject, delete: reject })
  give(
    window,
    'BroadcastChannel',
    class {
      constructor() {
        deny()
      }
    },
  )
}

function refuseToTell(): void {
  BroadcastChannel.prototype.postMessage = () => {
    throw new DOMException('denied by the test', 'InvalidStateError')
  }
}

async function playOnce(page: Page, nonce: number): Promise<void> {
  const before = await shownBalance(page)
  await betButton(page).click()
  const { net } = await saidResult(page, nonce)
  await expect.poll(() => shownBalance(page)).toBe(before + net)
}

test.describe('in the page', () => {
  test.use({ serviceWorkers: 'block' })
  test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

  test('a player can still bet when the browser refuses locks, channels, caches and persistent storage', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('play-preferences', '{"instant":true}'))
    await page.addInitScript(refuseAll)
    await openPlay(page, 'dice')
    await playOnce(page, 0)

    await test.step('with auto-play', async () => {
      await page.getByRole('button', { name: 'Auto', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Auto-play' })
      await sheet.getByLabel('Number of bets').fill('3')
      await sheet.getByRole('button', { name: /^Start/ }).click()
      await expect(recentResults(page)).toHaveCount(4)
      await expect(page.getByTestId('auto-status')).toContainText('3')
    })

    await test.step('and Settings shows what it knows', async () => {
      await page.goto('/settings')
      await expect(
        page.getByText('Not promised by the browser').or(page.getByText('Unknown')).first(),
      ).toBeVisible()
    })
  })

  test('a channel that refuses messages never takes a stake without showing its result', async ({ page }) => {
    await page.addInitScript(refuseToTell)
    await openPlay(page, 'limbo')
    await playOnce(page, 0)
    await playOnce(page, 1)
  })
})

test("pages come from the network when the worker's caches hang", async ({ page, faultProxy }) => {
  const sw = await (await page.request.get('/sw.js')).text()
  const hanging = `
    let isHanging = false
    self.addEventListener('message', ({ data }) => { if (data === 'hang') isHanging = true })
    for (const name of ['open', 'match']) {
      const work = caches[name].bind(caches)
      caches[name] = (...args) => isHanging ? new Promise(() => undefined) : work(...args)
    }
  `
  faultProxy.fail('/sw.js', { kind: 'malformed', contentType: 'text/javascript', body: hanging + sw })
  await page.goto(faultProxy.origin)
  await untilKept(page)
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('hang'))
  const asked = faultProxy.requests.length
  await page.goto(`${faultProxy.origin}/games/dice/play`)
  await expect(betButton(page)).toBeEnabled()
  await playOnce(page, 0)
  expect(faultProxy.requests.slice(asked)).toContain('GET /games/dice/play')
})
