import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  betButton,
  cents,
  expectVerified,
  openPlay,
  recentResults,
  saidResult,
  shownBalance,
  tabTo,
} from '../support/play-screen.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const tile = (page: Page, index: number) =>
  page.getByRole('grid', { name: 'Board' }).getByRole('button').nth(index)
const cashOut = (page: Page) => page.getByTestId('cash-out')
const counters = (page: Page) => page.getByTestId('mines-counters')
const named = (page: Page, what: string) =>
  page.getByRole('grid', { name: 'Board' }).getByRole('button', { name: new RegExp(`, ${what}$`) })

interface StoredRound {
  outcome: number[]
  params: { mines: number }
}

/** Reads the tiles with a mine and with a gem from the device's storage. */
async function hidden(page: Page): Promise<{ mines: number[]; gems: number[] }> {
  const round = await page.evaluate(
    () =>
      new Promise<StoredRound>((resolve, reject) => {
        const opening = indexedDB.open('koi-play')
        opening.onerror = () => reject(new Error('The database cannot be opened'))
        opening.onsuccess = () => {
          const reading = opening.result.transaction('account').objectStore('account').get('demo')
          reading.onsuccess = () => {
            opening.result.close()
            resolve((reading.result as { rounds: [StoredRound] }).rounds[0])
          }
        }
      }),
  )
  const mines = round.outcome.slice(0, round.params.mines)
  return {
    mines,
    gems: Array.from({ length: 25 }, (_, each) => each).filter((each) => !mines.includes(each)),
  }
}

async function begin(page: Page) {
  await betButton(page).click()
  await expect(cashOut(page)).toHaveText('Open a tile')
  return await hidden(page)
}

test('a round of Mines pays what its button says, and proves it', async ({ page }) => {
  await openPlay(page, 'mines')
  const before = await shownBalance(page)
  const { gems, mines } = await begin(page)
  expect(await shownBalance(page)).toBe(before - 1_000)
  await expect(cashOut(page)).toBeDisabled()

  for (const [index, gem] of gems.slice(0, 3).entries()) {
    await tile(page, gem).click()
    await expect(counters(page)).toHaveText(`Mines 3 · Gems ${index + 1}`)
    await expect(page.getByTestId('mines-announcement')).toContainText(`${index + 1} gem`)
    expect(await shownBalance(page)).toBe(before - 1_000)
  }
  const button = await cashOut(page).innerText()
  const [, amount = '', multiplier = ''] = /Cash out ([\d.,]+) demo\s+([\d.]+×)/.exec(button) ?? []
  await cashOut(page).click()
  const { net, result } = await saidResult(page, 0)
  expect(net).toBe(cents(amount) - 1_000)
  expect(result).toBe(`cashed out at ${multiplier}, gems: 3`)
  expect(await shownBalance(page)).toBe(before + net)
  await expect(page.getByTestId('mines-paid')).toHaveText(multiplier)
  await expect(named(page, 'mine')).toHaveCount(mines.length)
  await expect(named(page, 'gem you found')).toHaveCount(3)
  await expect(named(page, 'hidden')).toHaveCount(0)
  await expect(recentResults(page).first()).toHaveText(multiplier)

  await expectVerified(page, `mines on ${mines.join(', ')}`)
})

test('a mine costs the stake and nothing more', async ({ page }) => {
  await openPlay(page, 'mines')
  const before = await shownBalance(page)
  const { gems, mines } = await begin(page)
  await tile(page, gems[0] ?? 0).click()
  await expect(cashOut(page)).toContainText('Cash out')
  await tile(page, mines[0] ?? 0).click()
  const { net, result } = await saidResult(page, 0)
  expect(net).toBe(-1_000)
  expect(result).toMatch(/^mine in row \d, column \d$/)
  expect(await shownBalance(page)).toBe(before - 1_000)
  await expect(named(page, 'mine you opened')).toHaveCount(1)
  await expect(named(page, 'mine')).toHaveCount(2)
  await expect(tile(page, mines[0] ?? 0)).toHaveAccessibleName(/, mine you opened$/)
  await expect(betButton(page)).toBeVisible()
  await expectVerified(page, `mines on ${mines.join(', ')}`)
})

test('a player plays Mines with the keyboard alone', async ({ page }) => {
  await openPlay(page, 'mines')
  await tabTo(page, page.getByLabel('Mines', { exact: true }))
  await page.keyboard.type('1')
  await expect(counters(page)).toContainText('Mines 1')
  await tabTo(page, betButton(page))
  await page.keyboard.press('Enter')
  await expect(cashOut(page)).toBeVisible()
  // The focus moves to the board.
  await expect(tile(page, 12)).toBeFocused()
  const { mines } = await hidden(page)
  await page.keyboard.press('Control+Home')
  await expect(tile(page, 0)).toBeFocused()
  await expect(tile(page, 0)).toHaveAccessibleName('Row 1, column 1, hidden')
  for (const next of [1, 2]) {
    if (mines.includes(next - 1)) await page.keyboard.press('ArrowRight')
    else {
      await page.keyboard.press(next === 1 ? 'Enter' : 'Space')
      await expect(tile(page, next - 1)).toHaveAccessibleName(/gem you found$/)
      await page.keyboard.press('ArrowRight')
    }
    await expect(tile(page, next)).toBeFocused()
  }
  await tabTo(page, cashOut(page))
  await page.keyboard.press('Enter')
  const { net } = await saidResult(page, 0)
  expect(net).toBeGreaterThan(0)
  await expect(betButton(page)).toBeFocused()
})

test('a round continues after a reload with its stake, and keeps its seeds secret', async ({ page }) => {
  await openPlay(page, 'mines')
  await page.getByLabel('Bet amount').fill('25')
  await page.getByLabel('Mines', { exact: true }).fill('5')
  const { gems } = await begin(page)
  await tile(page, gems[0] ?? 0).click()
  await expect(cashOut(page)).toContainText('Cash out')
  const offer = ((await cashOut(page).textContent()) ?? '').trim()
  const balance = await shownBalance(page)

  await openPage(page, '/games/mines/play')
  await expect(cashOut(page)).toHaveText(offer)
  await expect(page.getByText('Your round is still open.')).toBeVisible()
  await expect(page.getByLabel('Bet amount')).toHaveValue('25.00')
  await expect(counters(page)).toHaveText('Mines 5 · Gems 1')
  await expect(named(page, 'gem you found')).toHaveCount(1)
  expect(await shownBalance(page)).toBe(balance)

  await page.getByRole('button', { name: /Provably fair/ }).click()
  await expect(page.getByRole('button', { name: 'Rotate and reveal' })).toBeDisabled()
  await page.getByRole('link', { name: 'Finish the round' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await tile(page, gems[1] ?? 0).click()
  await expect(page.getByText('Your round is still open.')).toBeHidden()
  await cashOut(page).click()
  await saidResult(page, 0)
})

test('random tiles and shortcut keys play a round', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('play-preferences', JSON.stringify({ quickKeys: true })),
  )
  await openPlay(page, 'mines')
  await page.getByLabel('Mines', { exact: true }).fill('1')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Space')
  await expect(cashOut(page)).toBeVisible()
  await page.getByRole('button', { name: /Pick for me/ }).click()
  await expect(counters(page).or(page.getByTestId('mines-paid')).first()).not.toHaveText('Mines 1 · Gems 0')
  if (await cashOut(page).isVisible()) {
    await page.keyboard.press('c')
  }
  await saidResult(page, 0)
  await page.getByRole('heading', { level: 1 }).click()
  // A press right after a cash-out counts as a double press and is ignored.
  await expect(async () => {
    await page.keyboard.press('Space')
    await expect(cashOut(page)).toHaveText('Open a tile', { timeout: 300 })
  }).toPass()
  await page.keyboard.press('e')
  await expect(named(page, 'hidden')).not.toHaveCount(25)
})

test('auto-play of Mines opens the tiles that the player chose', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('play-preferences', JSON.stringify({ instant: true })))
  await openPlay(page, 'mines')
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Auto-play' })
  await sheet.locator('label').filter({ hasText: 'My tiles' }).click()
  await expect(sheet.getByRole('button', { name: 'Choose a tile first' })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Row 1, column 1', exact: true }).click()
  await sheet.getByRole('button', { name: 'Row 5, column 5', exact: true }).click()
  await sheet.getByLabel('Number of bets').fill('5')
  await sheet.getByRole('button', { name: /^Start with/ }).click()
  await expect(page.getByTestId('auto-status')).toContainText('5 bets played.')
  await expect(recentResults(page)).toHaveCount(5)
  await expect(cashOut(page)).toBeHidden()
  const opened = await page.locator('[data-face="gem"], [data-face="hit"]').count()
  expect(opened).toBeGreaterThan(0)
  expect(opened).toBeLessThanOrEqual(2)
})
