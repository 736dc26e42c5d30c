import { expect, type BrowserContext, type Page } from '@playwright/test'
import { registerPlayer, type JourneyPlayer } from '../support/account-api.ts'
import {
  crashAction,
  crashChips,
  crashResult,
  newestPoint,
  openCrash,
  ROUND_MS,
  sleepThrough,
  untilStatus,
} from '../support/crash-screen.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { test } from '../support/journey-players.ts'
import { startKoiServer, type KoiServer } from '../support/koi-server.ts'
import { startPooledPostgres } from '../support/pgbouncer.ts'
import { shownBalance } from '../support/play-screen.ts'

/** Simulates a sleeping laptop, or a phone in a pocket. */
const FROZEN_MS = 60_000
/** A distant phone: latency is the round trip in ms, throughput is in bytes per second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 60 * 1024, uploadThroughput: 30 * 1024 }

const listed = (page: Page) =>
  page.getByRole('region', { name: 'Players of the round' }).getByRole('list').getByRole('listitem')
const points = async (page: Page) => (await crashChips(page).allInnerTexts()).slice(0, 2)

async function betNextRound(page: Page, target: string): Promise<void> {
  await page.getByLabel('Auto cash-out').fill(target)
  await crashAction(page).click()
  await expect(crashAction(page)).toHaveText(/^Take the bet back|^Next round: in/)
}

test('two players on two processes share a round, though one has a wrong clock, a slow line, and sleeps', async ({
  browser,
  guard,
  allowConsole,
}) => {
  test.setTimeout(900_000)
  // 409: a press may arrive after the crash, and the test repeats it in the next round. 404: a bet that
  // missed its round is looked up by its key.
  allowConsole(WORKER_BLOCKED, statusNoise(503), statusNoise(409), statusNoise(404))
  const postgres = await startPooledPostgres()
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_DIRECT_URL: postgres.direct(postgres.url),
    TRUST_PROXY: '1',
  }
  const first = await startKoiServer({ env })
  // Registers before the second process starts: with two, either may send the mail with the code.
  const [player, other] = [
    await registerPlayer(first, 'here@koi.example'),
    await registerPlayer(first, 'there@koi.example'),
  ]
  const second = await startKoiServer({ env })
  const contexts: BrowserContext[] = []
  const open = async (server: KoiServer, who: JourneyPlayer, isOff: boolean) => {
    const context = await browser.newContext({ ...WITHOUT_WORKER, reducedMotion: 'reduce' })
    guard(context)
    contexts.push(context)
    const page = await context.newPage()
    if (isOff) {
      await page.addInitScript(() => {
        const right = Date.now.bind(Date)
        Date.now = () => right() - 600_000
      })
    }
    await openCrash(page, who, server.origin)
    return page
  }
  try {
    const here = await open(first, player, false)
    const there = await open(second, other, true)
    const view = await there.context().newCDPSession(there)
    await view.send('Network.enable')
    await view.send('Network.emulateNetworkConditions', SLOW)

    await test.step('both are in the same round and see each other', async () => {
      await untilStatus(here, 'running')
      await Promise.all([betNextRound(here, '1.01'), betNextRound(there, '1.01')])
      await untilStatus(here, 'betting')
      for (const page of [here, there]) {
        await expect(listed(page)).toHaveText([/^You/, /^[A-Z][a-z]+ Koi \d{4}/])
      }
      for (const page of [here, there]) {
        await expect(crashResult(page)).toHaveText(/^You (won|lost) /, { timeout: ROUND_MS })
      }
      await untilStatus(here, 'betting')
      await expect.poll(() => points(there)).toEqual(await points(here))
      const net = (await newestPoint(here)) >= 101 ? 1 : -100
      for (const page of [here, there]) await expect.poll(() => shownBalance(page)).toBe(100_000 + net)
    })

    // The emulation slows answers only.
    await there.route('**/cash-out', async (route) => {
      await there.waitForTimeout(SLOW.latency / 2)
      await route.continue()
    })
    await test.step("a cash-out over the slow line counts from its arrival, by the server's clock", async () => {
      await expect(async () => {
        await there.getByLabel('Auto cash-out').fill('')
        await crashAction(there).click()
        await expect(crashAction(there)).toHaveText('Take the bet back', { timeout: ROUND_MS })
        await untilStatus(there, 'running')
        await crashAction(there).click({ timeout: 5_000 })
        await expect(crashResult(there)).toHaveText(/^You won |came back/, { timeout: 5_000 })
      }).toPass({ timeout: 400_000 })
      await untilStatus(there, 'betting')
      await crashChips(there).first().click()
      const said = there.getByRole('dialog').getByText(/^Pressed at \d\.\d\d×, arrived \d+ ms later, paid/)
      const [, late = ''] = /arrived (\d+) ms/.exec(await said.innerText()) ?? []
      expect(Number(late)).toBeGreaterThanOrEqual(SLOW.latency / 2)
      expect(Number(late)).toBeLessThan(10_000)
      await there.keyboard.press('Escape')
    })

    await test.step('a page that sleeps in a running round shows everything after it wakes', async () => {
      const before = await shownBalance(there)
      let rounds = 0
      await expect(async () => {
        rounds += 1
        await untilStatus(there, 'running')
        await betNextRound(there, '5.00')
        await untilStatus(there, 'betting')
        await untilStatus(there, 'running')
        // Not a round that crashes at 1.00×.
        await expect(crashAction(there)).toContainText('Cash out', { timeout: 500 })
      }).toPass({ timeout: 400_000 })
      await sleepThrough(there, FROZEN_MS)
      const betsOf = there.getByText(/^While this page was away/).or(crashResult(there))
      // The page may wake late in the betting phase: three seconds remain to read the result.
      await expect(betsOf.first()).toHaveText(/it (paid|lost)|You (won|lost) /, { timeout: ROUND_MS })
      await expect.poll(() => points(there), { timeout: 30_000 }).toEqual(await points(here))
      expect([-100 * rounds, -100 * rounds + 500]).toContain((await shownBalance(there)) - before)
      // The curve is at the same multiplier for both players.
      await untilStatus(there, 'running')
      await untilStatus(here, 'running')
      const status = (page: Page) => page.getByTestId('crash-stage').getAttribute('data-status')
      expect(await status(there)).toBe(await status(here))
    })
  } finally {
    await Promise.all(contexts.map((context) => context.close()))
    await Promise.all([first.stop(), second.stop()])
    await postgres.stop()
  }
})
