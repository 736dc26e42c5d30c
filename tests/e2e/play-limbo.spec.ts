import { expect } from '@playwright/test'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  betButton,
  expectVerified,
  openPlay,
  recentResults,
  saidResult,
  shownBalance,
  tabTo,
} from '../support/play-screen.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test('Limbo shows, pays and proves one and the same result', async ({ page }) => {
  await openPlay(page, 'limbo')
  const game = page.getByRole('region', { name: 'Game' })
  let balance = await shownBalance(page)
  let shown = ''
  for (let nonce = 0; nonce < 4; nonce += 1) {
    await betButton(page).click()
    const { result, net } = await saidResult(page, nonce)
    shown = result.replace('reached ', '')
    await expect(game.getByRole('paragraph').first()).toHaveText(shown)
    await expect(recentResults(page).first()).toHaveText(shown)
    // 10.00 at 2.00×: the net result is +10.00 or −10.00.
    expect(net).toBe(Number(shown.replace(/[,×]/g, '')) >= 2 ? 1_000 : -1_000)
    balance += net
    expect(await shownBalance(page)).toBe(balance)
  }
  await expectVerified(page, shown)
})

test('target and chance follow each other, and a player plays Limbo with the keyboard alone', async ({
  page,
}) => {
  await openPlay(page, 'limbo')
  const target = page.getByLabel('Target multiplier')
  const chance = page.getByLabel('Win chance')
  await tabTo(page, target)
  await page.keyboard.type('1.01')
  await expect(chance).toHaveValue('98.0198')
  await page.keyboard.press('Tab')
  await expect(chance).toBeFocused()
  await page.keyboard.type('9.9')
  await expect(target).toHaveValue('10.00')
  await tabTo(page, betButton(page))
  const before = await shownBalance(page)
  await page.keyboard.press('Enter')
  const { net } = await saidResult(page, 0)
  expect([9_000, -1_000]).toContain(net)
  expect(await shownBalance(page)).toBe(before + net)
})
