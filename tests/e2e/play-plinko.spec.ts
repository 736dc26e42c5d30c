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

function landed(result: string): { bucket: number; multiplier: number } {
  const [, bucket, multiplier] = /^bucket (\d+) pays ([\d.,]+)×$/.exec(result) ?? []
  return { bucket: Number(bucket), multiplier: Number(multiplier?.replaceAll(',', '')) }
}

test('Plinko shows, pays and proves one and the same result', async ({ page }) => {
  await openPlay(page, 'plinko')
  const resting = page.getByTestId('plinko-resting-ball')
  let balance = await shownBalance(page)
  for (let nonce = 0; nonce < 3; nonce += 1) {
    await betButton(page).click()
    const { result, net } = await saidResult(page, nonce)
    const { bucket, multiplier } = landed(result)
    // The ball rests in the announced bucket, one of 13 of equal width.
    const place = Number.parseFloat(await resting.evaluate((element) => getComputedStyle(element).translate))
    expect(place).toBeCloseTo(((bucket - 0.5) / 13) * 100, 2)
    await expect(page.getByTestId('plinko-figure')).toHaveText(`${multiplier}×`)
    await expect(recentResults(page).first()).toHaveText(`${multiplier.toFixed(2)}×`)
    expect(net).toBe(Math.round(multiplier * 1_000) - 1_000)
    balance += net
    expect(await shownBalance(page)).toBe(balance)
  }
  await recentResults(page).first().click()
  const way = await page
    .getByRole('dialog')
    .getByText(/^[LR]{12}$/)
    .innerText()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectVerified(page, way)
})

test('several balls fall at once, and the balance pays each only when it lands', async ({ page }) => {
  await openPlay(page, 'plinko')
  const before = await shownBalance(page)
  const fall = await page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('[data-testid="bet-button"]')
    const balance = document.querySelector('[data-testid="play-balance"]')
    const count = (selector: string) => document.querySelectorAll(selector).length
    let most = 0
    let lowest = Infinity
    let taps = 0
    for (let frame = 0; frame < 90 || taps < 4; frame += 1) {
      const balls = count('[data-testid="plinko-ball"]')
      // A tap while the last bet is still being placed counts as a double tap and is ignored.
      if (taps < 4 && balls + count('[aria-label="Recent results"] a') === taps) {
        button?.click()
        taps += 1
      }
      if (balls > most) most = balls
      lowest = Math.min(
        lowest,
        Number(/[\d,]+\.\d+/.exec(balance?.textContent ?? '')?.[0].replaceAll(',', '')),
      )
      await new Promise(requestAnimationFrame)
    }
    return { most, lowest }
  })
  expect(fall.most).toBeGreaterThan(1)
  await saidResult(page, 3)
  await expect(page.getByTestId('plinko-ball')).toHaveCount(0)
  await expect(recentResults(page)).toHaveCount(4)
  const paid = (await recentResults(page).allInnerTexts())
    .map((text) => Math.round(Number.parseFloat(text.replaceAll(',', '')) * 1_000) - 1_000)
    .reduce((sum, net) => sum + net, 0)
  expect(await shownBalance(page)).toBe(before + paid)
  expect(Math.round(fall.lowest * 100)).toBeLessThanOrEqual(before - fall.most * 1_000)
})

test('a player plays Plinko with the keyboard alone and reads the chance of every bucket', async ({
  page,
}) => {
  await openPlay(page, 'plinko')
  const buckets = page.getByRole('slider', { name: 'Buckets' })
  await tabTo(page, buckets)
  await page.keyboard.press('Home')
  await expect(buckets).toHaveAttribute('aria-valuetext', 'Bucket 1 of 13: pays 33×, chance 0.0244%')
  await expect(page.getByText('330 demo')).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'Medium' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'High' })).toBeChecked()
  await tabTo(page, page.getByRole('slider', { name: 'Rows' }))
  await page.keyboard.press('End')
  await expect(buckets).toHaveAttribute('max', '16')
  await tabTo(page, betButton(page))
  const before = await shownBalance(page)
  await page.keyboard.press('Enter')
  const { result, net } = await saidResult(page, 0)
  expect(net).toBe(Math.round(landed(result).multiplier * 1_000) - 1_000)
  expect(await shownBalance(page)).toBe(before + net)
})

test('a tap on a bucket shows its chance and payout', async ({ page }) => {
  await openPlay(page, 'plinko')
  const box = await page.getByRole('slider', { name: 'Buckets' }).boundingBox()
  expect(box).not.toBeNull()
  if (!box) return
  await page.touchscreen.tap(box.x + (box.width / 13) * 1.5, box.y + box.height / 2)
  await expect(page.getByText('110 demo')).toBeVisible()
  await expect(page.getByText('0.293%')).toBeVisible()
})
