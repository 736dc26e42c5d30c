import { expect, type Page } from '@playwright/test'
import { OFFLINE_NOISE, test } from '../support/fixtures.ts'
import { rewriteSaved, untilKept } from '../support/offline-state.ts'

const HOUR_MS = 60 * 60_000
// An answer of the API, opened as a page, has no icon to name.
const ICON = /favicon\.ico/

const offlineBanner = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re offline' })

test.describe('where IndexedDB is refused', () => {
  const refusals: Record<string, () => void> = {
    'with an error': () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
    'by not being there': () => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
    },
    'by never answering': () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    },
    'because the disk is full': () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
  }
  for (const [how, refuse] of Object.entries(refusals)) {
    test(`${how}, the app works and Settings says so`, async ({ page }) => {
      await page.addInitScript(refuse)
      await page.goto('/')
      await expect(page.getByTestId('game-tile').first()).toBeVisible()
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)

      await page.goto('/settings#storage')
      const storage = page.getByRole('region', { name: 'Storage' })
      await expect(storage).toContainText('This browser does not let Koi save data')
      await expect(storage).toContainText('Only until you close Koi')
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    })
  }

  test('and where it is not, Settings says nothing of it', async ({ page }) => {
    await page.goto('/settings')
    const storage = page.getByRole('region', { name: 'Storage' })
    await expect(storage).toContainText('On this device')
    await expect(storage).not.toContainText('This browser does not let Koi save data')
  })
})

test('a still from a hostile hand shows its picture, and neither loads, leads nor acts', async ({
  page,
  allowConsole,
}) => {
  // The browser tells of each handler and style in it that the policy would stop.
  allowConsole(/violates the following Content Security Policy directive/)
  await page.goto('/')
  await page.waitForFunction(() => localStorage.getItem('last-screen') !== null)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const style = (text: string) => `<p data-style="${text}">kept</p>`
  const hostile = `
    <meta http-equiv="refresh" content="0;url=/hostile"><base href="/hostile/"><title>hostile</title>
    <link rel="stylesheet" href="/hostile.css"><style>@import '/hostile.css'; p { color: url(/hostile) }</style>
    <script src="/hostile.js"></script><noscript>hostile</noscript><template><p>hostile</p></template>
    <iframe src="/hostile" srcdoc="hostile"></iframe><object data="/hostile"></object><embed src="/hostile">
    <form action="/hostile" id="hostile"><button formaction="/hostile">hostile</button></form>
    <video poster="/hostile" src="/hostile"></video><audio src="/hostile" autoplay></audio><portal src="/hostile"></portal>
    <svg><script>hostile</script><image href="/hostile" /><use href="/hostile#x" /><style>hostile</style>
      <foreignObject><p>hostile</p></foreignObject><a xlink:href="/hostile"><set attributeName="href" to="/hostile" /></a>
      <path fill="url(/hostile#x)" stroke="u\\72l(/hostile#x)" d="M0 0h1" /></svg>
    <math><a xlink:href="/hostile">hostile</a></math>
    <a href="javascript:hostile" target="hostile" ping="/hostile" onclick="hostile">kept</a>
    <a href="https://hostile.example/" download="hostile">kept</a>
    <p id="root" name="hostile" onfocus="hostile" tabindex="0" autofocus style="color: hostile">kept</p>
    <p id="hostile" contenteditable="hostile" slot="hostile" popover>kept</p>
    <img src="https://hostile.example/x.png" alt=""><img src="//hostile.example" alt=""><img src="/\\hostile.example" alt="">
    <img src="/covers/../api/hostile" alt=""><img src="/api/hostile" alt=""><img srcset="/hostile 2x" onerror="hostile" alt="">
    <input type="image" src="/hostile" name="hostile" placeholder="kept">
    ${style('background: url(/hostile)')}${style('--x: U\\72L(/hostile)')}${style("background: image-set('/hostile' 1x)")}
    <p class="kept" data-style="--from: #ff9c57; width: 12.5px" aria-label="kept">kept</p>`
  await page.evaluate((html) => {
    const last = JSON.parse(localStorage.getItem('last-screen') ?? '{}') as object
    localStorage.setItem('last-screen', JSON.stringify({ ...last, html }))
    // Leaving the page would put its own in the place of this one.
    Storage.prototype.setItem = () => {}
  }, hostile)
  await page.addInitScript(() => {
    window.addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { still: document.getElementById('loading')?.outerHTML })
    })
  })
  await page.reload()
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  const still = await page.evaluate(() => Object(window)['still'] as string)
  expect(still).toContain(
    '<p class="kept" data-style="--from: #ff9c57; width: 12.5px" aria-label="kept" style="--from: #ff9c57; width: 12.5px;">',
  )
  expect(still).toContain('<path d="M0 0h1">')
  expect(still).not.toMatch(/hostile|href|id="root"|<form|autofocus|popover/i)
  expect(asked.filter((url) => /hostile/.test(url))).toEqual([])
  await expect(page).toHaveURL(/\/$/)
})

test.describe('what was saved', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(ICON, OFFLINE_NOISE))

  /** Visits once, changes what was saved while no page of the app is open, and takes the server away. */
  async function visitAndChange(
    page: Page,
    server: { kill(): Promise<void> },
    change: 'age' | 'garble' | 'break',
    ageMs?: number,
  ): Promise<void> {
    await page.goto('/')
    await untilKept(page)
    await page.goto('/api/health')
    await rewriteSaved(page, change, ageMs)
    await server.kill()
    await page.goto('/')
  }

  test('23 hours ago is shown with its time', async ({ page, server }) => {
    await visitAndChange(page, server, 'age', 23 * HOUR_MS)
    await expect(page.getByTestId('game-tile').first()).toBeVisible()
    const time = await page.evaluate((age) => {
      const at = new Date(Date.now() - age)
      const isToday = at.toDateString() === new Date().toDateString()
      return isToday ? '' : new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(at)
    }, 23 * HOUR_MS)
    await expect(offlineBanner(page)).toContainText(`Games and coins as of ${time}`)
  })

  test('25 hours ago is not shown', async ({ page, server }) => {
    await visitAndChange(page, server, 'age', 25 * HOUR_MS)
    await expect(offlineBanner(page)).toContainText('nothing saved is recent enough')
    await expect(page.getByRole('main')).toContainText('You are offline')
    await expect(page.getByTestId('game-tile')).toHaveCount(0)
  })

  for (const change of ['garble', 'break'] as const) {
    test(`and is ${change === 'garble' ? 'no text of ours' : 'against the contract'} is ignored`, async ({
      page,
      server,
    }) => {
      await visitAndChange(page, server, change)
      await expect(offlineBanner(page)).toContainText('nothing saved is recent enough')
      await expect(page.getByTestId('game-tile')).toHaveCount(0)
      await server.restart()
      await page.reload()
      await expect(page.getByTestId('game-tile').first()).toBeVisible()
      await expect(offlineBanner(page)).toHaveCount(0)
      // What replaces it is good again.
      await untilKept(page)
    })
  }

  test('can be cleared, and what is on screen comes anew', async ({ page }) => {
    await page.goto('/games/dice')
    await expect(page.getByRole('heading', { level: 1, name: 'Dice' })).toBeVisible()
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Clear saved data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText('Saved data cleared')).toBeVisible()
    await page.goto('/')
    await expect(page.getByTestId('game-tile').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Continue playing' })).toHaveCount(0)
  })
})
