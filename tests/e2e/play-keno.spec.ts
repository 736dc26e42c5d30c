import { expect, type Page } from '@playwright/test'
import { kenoChance, kenoMultipliers } from '../../src/rules/keno/keno.ts'
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

const numbers = (page: Page) => page.getByRole('grid', { name: 'Numbers' }).getByRole('button')
const picked = (page: Page) =>
  page.getByRole('grid', { name: 'Numbers' }).getByRole('button', { pressed: true })
const tile = (page: Page, number: number) => page.locator(`[data-tile="${number - 1}"]`)
const counter = (page: Page) => page.getByTestId('keno-counter')
const table = (page: Page) => page.getByRole('list', { name: 'What hits pay' }).getByRole('listitem')

function drawn(result: string): { hits: number; count: number; multiplier: number } {
  const [, hits, count, multiplier] = /^(\d+) of (\d+) hit, which pays ([\d.,]+)×$/.exec(result) ?? []
  return { hits: Number(hits), count: Number(count), multiplier: Number(multiplier?.replaceAll(',', '')) }
}

test('Keno shows, pays and proves one and the same result', async ({ page }) => {
  await openPlay(page, 'keno')
  await expect(counter(page)).toHaveText('Picked 4 of 10')
  let balance = await shownBalance(page)
  for (let nonce = 0; nonce < 3; nonce += 1) {
    await betButton(page).click()
    const { result, net } = await saidResult(page, nonce)
    const { hits, count, multiplier } = drawn(result)
    expect(count).toBe(4)
    expect(multiplier).toBe((kenoMultipliers('classic', 4)[hits] ?? 0) / 10_000)
    // Ten balls lie on the board, and the announced number of hits lie on picks.
    await expect(page.getByRole('button', { name: /, (?:drawn|a hit)$/ })).toHaveCount(10)
    await expect(page.getByRole('button', { name: /, a hit$/, pressed: true })).toHaveCount(hits)
    await expect(counter(page)).toHaveText(`Hits ${hits} of 4`)
    await expect(page.getByTestId('keno-figure')).toHaveText(`${multiplier.toFixed(2)}×`)
    await expect(recentResults(page).first()).toHaveText(`${multiplier.toFixed(2)}×`)
    expect(net).toBe(Math.round(multiplier * 1_000) - 1_000)
    balance += net
    expect(await shownBalance(page)).toBe(balance)
  }
  await recentResults(page).first().click()
  const words = await page
    .getByRole('dialog')
    .getByText(/^drawn \d+(?:, \d+){9}$/)
    .innerText()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // The sheet lists the same balls.
  for (const number of words.slice('drawn '.length).split(', ')) {
    await expect(tile(page, Number(number))).toHaveAccessibleName(new RegExp(`^${number}, (?:drawn|a hit)$`))
  }
  await expectVerified(page, words)
})

test('a player picks numbers by touch or at random, and removes them', async ({ page }) => {
  await openPlay(page, 'keno')
  await page.getByRole('button', { name: 'Take all numbers off the board' }).tap()
  await expect(picked(page)).toHaveCount(0)
  await expect(betButton(page)).toHaveText('Pick a number first')
  await expect(betButton(page)).toBeDisabled()
  await expect(page.getByText('Pick 1 to 10 numbers to see what they pay.')).toBeVisible()
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Auto-play' })
  await expect(sheet.getByText('Pick a number first')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  for (const number of [40, 1, 17]) await tile(page, number).tap()
  await tile(page, 1).tap()
  await expect(picked(page)).toHaveText(['17', '40'])
  // The paytable for two picks.
  await expect(table(page)).toHaveCount(3)
  await expect(table(page).nth(2)).toContainText('Hits 2: pays 4.5×')
  await page.getByRole('radiogroup', { name: 'Risk' }).locator('label').filter({ hasText: 'High' }).tap()
  const percent = (kenoChance(2, 2) * 100).toFixed(2)
  await expect(table(page)).toHaveCount(2)
  await expect(table(page).nth(1)).toContainText(`Hits 2: pays 17.15×, chance ${percent}%`)

  await page.getByRole('button', { name: 'Take all numbers off the board' }).tap()
  await page.getByRole('button', { name: 'Pick other numbers at random' }).tap()
  await expect(picked(page)).toHaveCount(10)
  // An eleventh pick is refused.
  const free = numbers(page).and(page.locator('[aria-pressed="false"]')).first()
  await expect(free).toHaveAttribute('aria-disabled', 'true')
  await free.dispatchEvent('click')
  await expect(picked(page)).toHaveCount(10)
  await betButton(page).tap()
  expect(drawn((await saidResult(page, 0)).result).count).toBe(10)
})

test('a player plays Keno with the keyboard alone, also with shortcut keys', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('play-preferences', JSON.stringify({ instant: true, quickKeys: true })),
  )
  await openPlay(page, 'keno')
  await tabTo(page, tile(page, 1))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(tile(page, 9)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+End')
  await expect(tile(page, 40)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(picked(page)).toHaveText(['1', '8', '9', '18', '28', '38', '40'])
  await expect(counter(page)).toHaveText('Picked 7 of 10')
  await tabTo(page, page.getByRole('radio', { name: 'Classic' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Low' })).toBeChecked()
  await tabTo(page, betButton(page))
  const before = await shownBalance(page)
  await page.keyboard.press('Enter')
  const { result, net } = await saidResult(page, 0)
  expect(drawn(result).count).toBe(7)
  expect(await shownBalance(page)).toBe(before + net)

  await betButton(page).blur()
  await page.keyboard.press('c')
  await expect(picked(page)).toHaveCount(0)
  await page.keyboard.press('Space')
  await page.keyboard.press('q')
  await expect(picked(page)).toHaveCount(10)
  await page.keyboard.press('r')
  await expect(page.getByRole('radio', { name: 'Medium' })).toBeChecked()
  await page.keyboard.press('Space')
  // The space bar without a pick placed no bet.
  expect(drawn((await saidResult(page, 1)).result).count).toBe(10)
})

test('auto-play of Keno uses the numbers on the board', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('play-preferences', JSON.stringify({ instant: true })))
  await openPlay(page, 'keno')
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Auto-play' })
  await sheet.getByLabel('Number of bets').fill('8')
  await sheet.getByRole('button', { name: /^Start/ }).click()
  await expect(page.getByTestId('auto-status')).toContainText('8 bets played. All bets were played.')
  await expect(recentResults(page)).toHaveCount(8)
  await expect(picked(page)).toHaveText([/^8/, /^18/, /^28/, /^38/])
})

test('a draw is announced once, and only when it is visible', async ({ page }) => {
  await openPlay(page, 'keno')
  await page.evaluate(() => {
    const region = document.querySelector('[data-testid="play-announcement"]')
    const said: string[] = []
    Object.assign(window, { said })
    if (region) new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true })
  })
  await betButton(page).click()
  await expect(page.locator('[data-moving] [data-ball]')).toHaveCount(10)
  const early = await page.getByRole('button', { name: /, (?:drawn|a hit)$/ }).count()
  const { result } = await saidResult(page, 0)
  expect(early).toBe(0)
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
    expect.stringContaining(result),
  ])
})
