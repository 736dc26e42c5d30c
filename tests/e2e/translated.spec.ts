import { expect, type Page } from '@playwright/test'
import { lookAround, APP_PAGES, openFromTabBar, openPage, PANEL_NAMES } from '../support/app-pages.ts'
import { codeFor } from '../support/account-api.ts'
import { crashAction, crashResult, untilStatus } from '../support/crash-screen.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, NEW_PASSWORD, test } from '../support/journey-players.ts'
import { expectTrueTexts, translatePages } from '../support/page-translator.ts'
import {
  announcement,
  betButton,
  openPlay,
  PLAYED_GAMES,
  recentResults,
  saidResult,
  shownBalance,
} from '../support/play-screen.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** Level 1 only: the gallery of components also shows an error page. */
const errorPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'This page did not load' })

async function expectWhole(page: Page, where: string): Promise<void> {
  await expect(errorPage(page), where).toHaveCount(0)
  await expectTrueTexts(page, where)
}

test('every screen survives a browser translation, for visitors and for players', async ({
  page,
  newPlayer,
}) => {
  test.setTimeout(300_000)
  await translatePages(page)
  const visit = async () => {
    for (const { path } of APP_PAGES) {
      await openPage(page, path)
      await expectWhole(page, path)
    }
    for (const panel of Object.keys(PANEL_NAMES)) {
      await page.goto(`/?panel=${panel}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectWhole(page, panel)
    }
  }
  await visit()
  await expect(page.locator('font').first(), 'it was translated').toBeAttached()
  await beginLoggedIn(page, await newPlayer())
  await visit()
})

test('a translated page still navigates and registers a player', async ({ page, server }) => {
  await translatePages(page)
  await openPage(page, '/')
  await openFromTabBar(page, 'Menu')
  await page.getByRole('dialog').getByRole('link', { name: 'Slots' }).click()
  await expectWhole(page, 'games')
  await page.goBack()
  await openFromTabBar(page, 'Account')
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click()
  await expectWhole(page, 'log-in')

  await openPage(page, '/register')
  await expectTrueTexts(page, 'register')
  await main(page).getByLabel('E-mail', { exact: true }).fill('translated@koi.example')
  await button(page, 'Send me a code').click()
  await expect(main(page).getByText('A code is on its way to translated@koi.example.')).toBeVisible()
  await expectWhole(page, 'a code was sent')
  await main(page)
    .getByLabel('6-digit code')
    .fill(await codeFor(server, 'translated@koi.example'))
  await main(page).getByLabel('Password', { exact: true }).fill('short')
  await button(page, 'Create account').click()
  await expect(main(page).getByText('Use 10 characters or more')).toBeVisible()
  await expectWhole(page, 'refused')
  await main(page).getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await main(page).getByText('I am 18 or older', { exact: true }).click()
  await button(page, 'Create account').click()
  await expect(page).toHaveURL('/accout')
  await expectWhole(page, 'registered')
})

/** Takes the first step of a round, and cashes out if it was right. */
const STEPS: Partial<Record<string, (page: Page) => Promise<void>>> = {
  hilo: async (page) => {
    await expect(page.getByTestId('hilo-announcement')).toContainText('Card 1: ')
    // The game ignores guesses in the moment after a card turns.
    await page.waitForTimeout(300)
    await page.locator('[data-guess]').first().click()
    await takeWorth(page, 'hilo')
  },
  mines: async (page) => {
    await page
      .getByRole('grid', { name: 'Board' })
      .getByRole('button', { name: /hidden$/ })
      .first()
      .click()
    await takeWorth(page, 'mines')
  },
}

async function takeWorth(page: Page, game: string): Promise<void> {
  const worth = page.getByTestId('cash-out').filter({ hasText: 'Cash out' })
  await expect(worth.or(page.getByTestId(`${game}-paid`))).toBeVisible()
  await page.waitForTimeout(300)
  if (await worth.isVisible()) await worth.click()
}

for (const game of PLAYED_GAMES) {
  test(`a late translation never leaves an old result in ${game}`, async ({ page }) => {
    test.slow()
    await translatePages(page, true)
    await openPlay(page, game)
    const stage = page.getByRole('region', { name: 'Game' })
    let balance = await shownBalance(page)
    const kinds = new Set<number>()
    for (let nonce = 0; nonce < 12 && (nonce < 4 || kinds.size < 2); nonce += 1) {
      await betButton(page).click()
      await STEPS[game]?.(page)
      const { result, net } = await saidResult(page, nonce)
      kinds.add(Math.sign(net))
      balance += net
      // Waits, so that the late translation of the old text arrives and the next press is no double press.
      await lookAround(page)
      const line = stage.getByTestId('result-line')
      if (net === 0) await expect(line).toHaveText('Your bet came back')
      else await expect(line).toHaveText(net > 0 ? /^You won \+[\d,.]+ demo$/ : /^You lost [\d,.]+ demo$/)
      await expect(announcement(page)).toContainText(result)
      // Each announced result is rounded to cents, so the sum may be off by one cent per bet.
      const differs = async () => Math.abs((await shownBalance(page)) - balance)
      await expect.poll(differs).toBeLessThanOrEqual(nonce + 1)
      await expect(errorPage(page)).toHaveCount(0)
    }
    await expectTrueTexts(page, game)

    await recentResults(page).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Rotate and reveal' }).click()
    await expect(sheet.getByRole('button', { name: 'Verify', exact: true })).toBeVisible()
    await lookAround(page)
    await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(sheet.getByText('Verified on this device')).toBeVisible()
    for (const name of ['auto', 'stats', 'options', 'keys', 'seeds']) {
      await page.goto(`/games/${game}/play?sheet=${name}`)
      await expect(page.getByTestId(`play-${game}`)).toBeVisible()
      await expectWhole(page, `${game} ${name}`)
    }
  })
}

test('a late translation never leaves an old result in Crash', async ({ page }) => {
  test.setTimeout(600_000)
  await translatePages(page, true)
  await openPage(page, '/games/crash/play')
  await expect(crashAction(page)).toContainText('Bet 10 demo')
  await page.getByLabel('Auto cash-out').fill('1.5')
  const kinds = new Set<number>()
  for (let round = 0; round < 6 && kinds.size < 2; round += 1) {
    await untilStatus(page, 'betting')
    const before = await shownBalance(page)
    await crashAction(page).click()
    await expect(crashAction(page)).toHaveText('Take the bet back')
    await untilStatus(page, 'running')
    await untilStatus(page, 'betting')
    await lookAround(page)
    const net = (await shownBalance(page)) - before
    kinds.add(Math.sign(net))
    await expect(crashResult(page)).toHaveText(net > 0 ? 'You won +5 demo' : 'You lost 10 demo')
    await expect(crashAction(page)).toHaveText(/^Bet 10 demo to 1\.50×|^Bet 10 demo next round/)
    await expect(errorPage(page)).toHaveCount(0)
  }
  await expectTrueTexts(page, 'crash')
})
