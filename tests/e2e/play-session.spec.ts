import { expect, type Page } from '@playwright/test'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { lookAround, openPage } from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { betButton, openPlay, saidResult, shownBalance, tabTo } from '../support/play-screen.ts'
import { expectFits, violations } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const clock = (page: Page) => page.getByRole('timer')

async function clockSeconds(page: Page): Promise<number> {
  const parts = (await clock(page).innerText()).split(':').map(Number)
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}

/** The visible net result in cents. */
async function netInSight(page: Page): Promise<number> {
  const [, sign = '', amount = ''] = /^([+−]?)([\d.,]+) demo$/.exec(
    await page.getByTestId('session-net').innerText(),
  ) ?? ['', '', 'none']
  return Math.round(Number(amount.replaceAll(',', '')) * 100) * (sign === '−' ? -1 : 1)
}

test('every game shows the net result and the clock of the session', async ({ page }) => {
  for (const game of PLAY_GAMES) {
    await openPage(page, `/games/${game}/play`)
    await expect(page.getByTestId('session-net')).toBeInViewport({ ratio: 1 })
    await expect(clock(page)).toBeInViewport({ ratio: 1 })
    await expect(clock(page)).toHaveText(/^\d+:\d\d$/)
  }
})

test('the net result follows the bets and, like the clock, survives a reload', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPlay(page, 'pond-reels')
  let net = 0
  for (let nonce = 0; nonce < 3; nonce += 1) {
    await betButton(page).click()
    net += (await saidResult(page, nonce)).net
  }
  await expect.poll(() => netInSight(page)).toBe(net)
  const before = await clockSeconds(page)
  await page.reload()
  await openPlay(page, 'dice')
  expect(await netInSight(page)).toBe(net)
  expect(await clockSeconds(page)).toBeGreaterThanOrEqual(before)
  const now = await clockSeconds(page)
  await expect.poll(() => clockSeconds(page)).toBeGreaterThan(now)
})

test('the all-time statistics include earlier bets, of one game or of all', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPlay(page, 'pond-reels')
  const start = await shownBalance(page)
  for (let nonce = 0; nonce < 2; nonce += 1) {
    await betButton(page).click()
    await saidResult(page, nonce)
  }
  await openPlay(page, 'dice')
  await betButton(page).click()
  await saidResult(page, 2)
  const net = (await shownBalance(page)) - start
  await page.reload()
  await openPlay(page, 'dice')
  await page.getByRole('button', { name: 'Stats' }).click()
  const sheet = page.getByRole('dialog', { name: 'This session' })
  const allTime = sheet.getByTestId('all-time')
  // The session of the tab continues too.
  await expect(sheet.getByText('over 1 bet')).toHaveCount(2)
  await expect(allTime.getByText('over 1 bet')).toBeVisible()
  await sheet.getByRole('radio', { name: 'All games' }).check({ force: true })
  await expect(allTime.getByText('over 3 bets')).toBeVisible()
  await expect(allTime.getByText('30 demo', { exact: true })).toBeVisible()
  const size = (Math.abs(net) / 100).toString()
  await expect(
    allTime.getByText(new RegExp(`^[+−]?${size.replace('.', '\\.')}0? demo$`)).first(),
  ).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await expectFits(page, 'statistics')
})

test('a held Enter bets once, and the largest bet needs one confirmation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPlay(page, 'pond-reels')
  await tabTo(page, betButton(page))
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await saidResult(page, 0)
  await page.getByRole('button', { name: 'Largest bet' }).click()
  await betButton(page).click()
  // The limit for one win caps the largest bet at 100.
  const question = page.getByRole('dialog', { name: 'Bet 100 demo?' })
  await expect(question).toContainText('This is the largest bet you can make now.')
  await lookAround(page)
  await question.getByRole('button', { name: 'Bet 100 demo' }).click()
  await saidResult(page, 1)
  await expect(question).toBeHidden()
  await lookAround(page)
  await betButton(page).click()
  await saidResult(page, 2)
  await expect(question).toBeHidden()
})
