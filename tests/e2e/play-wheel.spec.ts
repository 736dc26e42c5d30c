import { expect, type Page } from '@playwright/test'
import {
  WHEEL_SEGMENTS,
  wheelMultipliers,
  type WheelRisk,
  type WheelSegments,
} from '../../src/rules/wheel/wheel.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  betButton,
  countMotion,
  expectVerified,
  openPlay,
  recentResults,
  saidResult,
  shownBalance,
  tabTo,
} from '../support/play-screen.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const odds = (page: Page) => page.getByRole('list', { name: 'Odds' }).getByRole('listitem')
const segmentCount = (page: Page, count: WheelSegments) =>
  page
    .getByRole('radiogroup', { name: 'Segments' })
    .locator('label')
    .filter({ hasText: String(count) })

const stoppedAt = (result: string) => Number(/^the wheel stopped at ([\d.]+)×$/.exec(result)?.[1])

/** The segment under the pointer. A fraction means that the pointer is not at the middle of a segment. */
async function underPointer(page: Page, segments: WheelSegments): Promise<number> {
  const turned = await page
    .getByTestId('wheel-turner')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).rotate))
  return ((360 - (turned % 360)) / 360) * segments - 0.5
}

test('Wheel shows, pays and proves one and the same result', async ({ page }) => {
  await openPlay(page, 'wheel')
  let balance = await shownBalance(page)
  let segment = NaN
  for (let nonce = 0; nonce < 4; nonce += 1) {
    await betButton(page).click()
    const { result, net } = await saidResult(page, nonce)
    const multiplier = stoppedAt(result)
    segment = await underPointer(page, 20)
    expect(segment).toBeCloseTo(Math.round(segment), 3)
    expect(multiplier).toBe(
      (wheelMultipliers({ segments: 20, risk: 'medium' })[Math.round(segment)] ?? NaN) / 10_000,
    )
    await expect(page.getByTestId('wheel-figure')).toHaveText(`${multiplier.toFixed(2)}×`)
    await expect(odds(page).and(page.locator('[data-landed]'))).toContainText(`${multiplier}×: `)
    await expect(recentResults(page).first()).toHaveText(`${multiplier.toFixed(2)}×`)
    expect(net).toBe(Math.round(multiplier * 1_000) - 1_000)
    balance += net
    expect(await shownBalance(page)).toBe(balance)
  }
  await expectVerified(page, `segment ${Math.round(segment)}, counted from 0`)
})

test('every wheel shows its odds and is drawn with what its segments pay', async ({ page }) => {
  await openPlay(page, 'wheel')
  for (const risk of ['Low', 'High'] as const) {
    await page.getByRole('radiogroup', { name: 'Risk' }).locator('label').filter({ hasText: risk }).tap()
    for (const count of WHEEL_SEGMENTS) {
      await segmentCount(page, count).tap()
      const params = { segments: count, risk: risk.toLowerCase() as WheelRisk }
      const multipliers = wheelMultipliers(params).map((each) => each / 10_000)
      const written = await page.getByTestId('wheel-word').allTextContents()
      expect(written.map(Number)).toEqual(multipliers.filter((each) => each > 0))
      const best = Math.max(...multipliers)
      const share = multipliers.filter((each) => each === best).length
      await expect(odds(page).first()).toContainText(
        `${best}×: ${share} of ${count} segments, chance ${Number(((share / count) * 100).toFixed(2))}%`,
      )
    }
  }
})

test('the wheel turns clockwise to its segment and stops within 600 ms', async ({ page }) => {
  await openPlay(page, 'wheel')
  const turn = await page.evaluate(async () => {
    const turner = document.querySelector<HTMLElement>('[data-testid="wheel-turner"]')
    const figure = () => document.querySelector('[data-testid="wheel-figure"]')?.textContent
    document.querySelector<HTMLElement>('[data-testid="bet-button"]')?.click()
    const angles: number[] = []
    let ms = 0
    const until = performance.now() + 15_000
    while (figure() === undefined && performance.now() < until) {
      await new Promise(requestAnimationFrame)
      const turning = turner?.getAnimations() ?? []
      if (!turner || turning.length === 0) continue
      // Reads the declared duration, because a busy machine draws late.
      for (const { effect } of turning) ms = Math.max(ms, Number(effect?.getComputedTiming().endTime))
      angles.push(Number.parseFloat(getComputedStyle(turner).rotate))
    }
    return { angles, ms }
  })
  expect(turn.angles.length).toBeGreaterThan(3)
  expect([...turn.angles].sort((a, b) => a - b)).toEqual(turn.angles)
  expect(turn.ms).toBeGreaterThan(0)
  expect(turn.ms).toBeLessThanOrEqual(600)
  const segment = await underPointer(page, 20)
  expect(segment).toBeCloseTo(Math.round(segment), 3)
})

test('a player plays Wheel with the keyboard alone, also with shortcut keys', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('play-preferences', JSON.stringify({ instant: true, quickKeys: true })),
  )
  await openPlay(page, 'wheel')
  await tabTo(page, page.getByRole('radio', { name: 'Medium' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Low' })).toBeChecked()
  await tabTo(page, page.getByRole('radio', { name: '20' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '10' })).toBeChecked()
  await tabTo(page, betButton(page))
  const before = await shownBalance(page)
  await page.keyboard.press('Enter')
  const { result, net } = await saidResult(page, 0)
  expect([0, 1.2, 1.5]).toContain(stoppedAt(result))
  expect(await shownBalance(page)).toBe(before + net)

  await betButton(page).blur()
  for (const key of ['e', 'e', 'e', 'e', 'e', 'q']) await page.keyboard.press(key)
  await expect(page.getByRole('radio', { name: '40' })).toBeChecked()
  await page.keyboard.press('r')
  await page.keyboard.press('r')
  await page.keyboard.press('Space')
  expect([0, 39.6]).toContain(stoppedAt((await saidResult(page, 1)).result))
})

test('auto-play works on Wheel', async ({ page }) => {
  await openPlay(page, 'wheel')
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Auto-play' })
  await sheet.getByLabel('Number of bets').fill('3')
  await sheet.getByRole('button', { name: /^Start/ }).click()
  await expect(page.getByRole('radio', { name: '20' })).toBeDisabled()
  await expect(page.getByTestId('auto-status')).toContainText('3 bets played. All bets were played.')
  await expect(recentResults(page)).toHaveCount(3)
})

test('the wheel stands at its segment at once under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPlay(page, 'wheel')
  const moved = await countMotion(page)
  await betButton(page).click()
  const { result } = await saidResult(page, 0)
  const segment = Math.round(await underPointer(page, 20))
  expect(stoppedAt(result)).toBe(
    (wheelMultipliers({ segments: 20, risk: 'medium' })[segment] ?? NaN) / 10_000,
  )
  expect(await moved()).toBe(0)
})
