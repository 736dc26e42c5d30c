import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import {
  crashAction,
  crashChips,
  crashResult,
  pointOf,
  ROUND_MS,
  sleepThrough,
  untilStatus,
} from '../support/crash-screen.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { announcement, coveredControls, shownBalance, tabTo } from '../support/play-screen.ts'
import { expectFits, LANGUAGES, violations } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

async function openCrash(page: Page): Promise<void> {
  await openPage(page, '/games/crash/play')
  await expect(crashAction(page)).toContainText('Bet 10 demo')
}

/** Waits for a round that takes bets for some more seconds. */
async function untilBetting(page: Page): Promise<void> {
  await expect(crashAction(page)).toHaveText('Bet 10 demo next round', { timeout: ROUND_MS })
  await untilStatus(page, 'betting')
}

/** Number of the round that takes bets or runs. A device numbers its rounds by game of its chain. */
async function roundNow(page: Page): Promise<string> {
  const proof = page.getByRole('button', { name: /^Provably fair · game \d+$/ })
  return /\d+$/.exec(await proof.innerText())?.[0] ?? ''
}

/**
 * Waits until the round has ended and the next one takes bets. Also catches rounds that end at once.
 * @returns the crash point in hundredths
 */
async function pointOfRound(page: Page, round: string): Promise<number> {
  const chip = crashChips(page).and(page.locator(`[href="?round=${round}"]`))
  await expect(chip).toBeAttached({ timeout: ROUND_MS })
  await untilStatus(page, 'betting')
  return pointOf(chip)
}

async function untilOver(page: Page): Promise<void> {
  await untilStatus(page, 'running')
  await untilStatus(page, 'betting')
}

test('a cash-out pays the multiplier of the moment, and the player verifies the round', async ({ page }) => {
  test.setTimeout(600_000)
  await openCrash(page)
  // About one round in ten crashes before the button can be pressed.
  for (let round = 0; ; round += 1) {
    const before = await shownBalance(page)
    await crashAction(page).click()
    await expect(crashAction(page)).toHaveText('Take the bet back')
    expect(await shownBalance(page)).toBe(before - 1_000)
    await untilStatus(page, 'running')
    // The result of a round that ends at once would be gone before the click gives up.
    const result = crashResult(page)
    const isTold = expect(result).toHaveText(/^You (won|lost) |came back/, { timeout: ROUND_MS })
    // The button cashes out while the round runs, unless the round has just ended.
    await expect(crashAction(page)).toContainText(/Cash out|next round/)
    await crashAction(page)
      .filter({ hasText: 'Cash out' })
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await isTold
    await untilStatus(page, 'betting')
    const net = (await shownBalance(page)) - before
    if (net < 0 && round < 4) {
      await untilBetting(page)
      continue
    }
    expect(net).toBeGreaterThanOrEqual(0)
    // The result stays readable for seconds.
    await expect(result).toBeVisible()
    break
  }
  const point = await crashChips(page).first().innerText()
  await crashChips(page).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(point, { exact: true }).first()).toBeVisible()
  await expect(sheet.getByText(/^Pressed at 1\.\d\d×, arrived \d+ ms later, paid 1\.\d\d×$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(sheet.getByText('Verified on this device')).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
})

test('two bets with targets are paid exactly at their targets, without a press', async ({ page }) => {
  test.setTimeout(400_000)
  await openCrash(page)
  const before = await shownBalance(page)
  const target = page.getByLabel('Auto cash-out')
  await target.fill('1.05')
  await expect(crashAction(page)).toContainText('Bet 10 demo to 1.05×')
  await page.getByRole('button', { name: 'Second bet' }).click()
  await expect(target).toHaveValue('Off')
  await target.fill('1.3')
  await expect(page.getByText('Win chance')).toBeVisible()
  await expect(crashAction(page, 2)).toContainText('Bet 10 demo to 1.30×')
  // Both bets fit: the betting phase has just begun.
  await untilOver(page)
  await crashAction(page, 1).click()
  await crashAction(page, 2).click()
  await expect(crashAction(page, 2)).toHaveText('Take the bet back')
  expect(await shownBalance(page)).toBe(before - 2_000)
  const point = await pointOfRound(page, await roundNow(page))
  const paid = (point >= 105 ? 1_050 : 0) + (point >= 130 ? 1_300 : 0)
  await expect.poll(() => shownBalance(page)).toBe(before - 2_000 + paid)
  await crashChips(page).first().click()
  const lines = page.getByTestId('crash-own-bets').getByText(/^Target reached, paid/)
  await expect(lines).toHaveCount((point >= 105 ? 1 : 0) + (point >= 130 ? 1 : 0))
})

test('a bet for the next round is placed by itself, and can be changed or taken back until the lock', async ({
  page,
}) => {
  test.setTimeout(400_000)
  await openCrash(page)
  const before = await shownBalance(page)
  await untilStatus(page, 'running')
  await crashAction(page).click()
  await expect(crashAction(page)).toHaveText('Next round: in · tap to cancel')
  await crashAction(page).click()
  await expect(crashAction(page)).toHaveText('Bet 10 demo next round')
  await crashAction(page).click()
  expect(await shownBalance(page)).toBe(before)
  await untilStatus(page, 'betting')
  await expect(crashAction(page)).toHaveText('Take the bet back')
  expect(await shownBalance(page)).toBe(before - 1_000)
  await page.getByLabel('Bet amount').fill('25')
  await page.getByRole('button', { name: 'Change the bet to this amount and target' }).click()
  await expect.poll(() => shownBalance(page)).toBe(before - 2_500)
  await crashAction(page).click()
  await expect(crashAction(page)).toHaveText('Bet 25 demo')
  expect(await shownBalance(page)).toBe(before)
})

test('a reload finds the bet in its round and settles it by the rules', async ({ page }) => {
  test.setTimeout(400_000)
  await openCrash(page)
  const before = await shownBalance(page)
  await page.getByLabel('Auto cash-out').fill('1.5')
  await crashAction(page).click()
  await expect(crashAction(page)).toHaveText('Take the bet back')
  const round = await roundNow(page)
  await untilStatus(page, 'running')
  await page.reload()
  const point = await pointOfRound(page, round)
  expect(await shownBalance(page)).toBe(before - 1_000 + (point >= 150 ? 1_500 : 0))
})

test('a page that was away at the end of a round shows the result of the bet', async ({ page }) => {
  test.setTimeout(400_000)
  await openCrash(page)
  await page.getByLabel('Auto cash-out').fill('1.01')
  await crashAction(page).click()
  await expect(crashAction(page)).toHaveText('Take the bet back')
  // Watches from here: the page may show it before it sleeps, at once when the round crashes at 1.00×.
  const told = expect(crashResult(page)).toHaveText(/^You (won|lost) /, { timeout: ROUND_MS })
  await untilStatus(page, 'running')
  await sleepThrough(page, 5_000)
  await told
})

test('a picture-in-picture window looks like the page and cashes out', async ({ page, context }) => {
  test.setTimeout(400_000)
  await openCrash(page)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open a small window' }).click()
  const small = await opened
  const smallAction = crashAction(small)
  const look = (element: Element) => {
    const { borderRadius, fontFamily, fontWeight, minHeight } = getComputedStyle(element)
    return { borderRadius, fontFamily, fontWeight, minHeight }
  }
  expect(await smallAction.evaluate(look)).toEqual(await crashAction(page).evaluate(look))
  await expect(async () => {
    await smallAction.click()
    await expect(smallAction).toHaveText('Take the bet back', { timeout: ROUND_MS })
    await expect(smallAction).toContainText('Cash out')
    await smallAction.click({ timeout: 2_000 })
    await expect(crashResult(page)).toHaveText(/^You won |came back/, { timeout: 5_000 })
  }).toPass({ timeout: 300_000 })
  await small.close()
})

test('a player plays Crash with the keyboard alone, and a screen reader announces each result once', async ({
  page,
}) => {
  test.setTimeout(400_000)
  await page.addInitScript(() => localStorage.setItem('play-preferences', '{"quickKeys":true}'))
  await openCrash(page)
  await page.getByLabel('Auto cash-out').fill('1.01')
  await tabTo(page, crashAction(page))
  await page.keyboard.press('Enter')
  await expect(crashAction(page)).toHaveText('Take the bet back')
  const said = await page.evaluateHandle(() => {
    const heard: string[] = []
    const region = document.querySelector('[data-testid="play-announcement"]')
    if (region)
      new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, { childList: true })
    return heard
  })
  await expect(announcement(page)).toHaveText(/Game \d+ crashed at/, { timeout: ROUND_MS })
  const heard = await said.jsonValue()
  expect(heard.filter((words) => /crashed at/.test(words))).toHaveLength(1)
  expect(
    heard.filter((words) => /Cashed out at 1\.01×: 10\.10 demo|You lost 10 demo/.test(words)),
  ).toHaveLength(1)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Space')
  await expect(crashAction(page)).toHaveText(/Take the bet back|Next round: in/)
})

test('the demonstration shows its last hash before the first game, and says who makes the salt', async ({
  page,
}) => {
  await openCrash(page)
  await page.getByRole('button', { name: /^Provably fair · game 1$/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await expect(sheet.getByText('drawn in this browser after the lock')).toBeVisible()
})

for (const language of LANGUAGES) {
  test(`Crash fits, is within reach, and passes axe in ${language}`, async ({ page }) => {
    test.setTimeout(400_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
    await openPage(page, '/games/crash/play')
    await expect(crashAction(page)).toHaveText(/10/)
    await page.getByRole('button', { name: language === 'en-US' ? 'Second bet' : '再加一注' }).click()
    await crashAction(page, 1).click()
    await crashAction(page, 2).click()
    for (const [width, height] of [
      [390, 844],
      [390, 664],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const end of ['top', 'bottom'] as const) {
        await page.evaluate(
          (isBottom) =>
            window.scrollTo({ top: isBottom ? document.body.scrollHeight : 0, behavior: 'instant' }),
          end === 'bottom',
        )
        const where = `${end} of ${width} × ${height}`
        if (end === 'top') await expect.soft(crashAction(page), where).toBeInViewport({ ratio: 1 })
        await expect.soft.poll(() => coveredControls(page), { message: where }).toEqual([])
      }
    }
    expect(await violations(page, ['dark', 'light'])).toEqual([])
    await expectFits(page, '/games/crash/play')
  })
}
