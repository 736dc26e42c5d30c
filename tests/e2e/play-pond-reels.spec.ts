import { expect, type Page } from '@playwright/test'
import { POND_PAYTABLE, POND_STRIPS, POND_SYMBOLS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { pondReelsWin, type PondWin } from '#rules/pond-reels/pond-reels.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  announcement,
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

const NAMES = POND_SYMBOLS.map((symbol) => symbol.replace('-', ' '))
const symbolOf = (name: string) => POND_SYMBOLS[NAMES.indexOf(name)] ?? 'koi'
const nameOf = (win: PondWin) => win.symbol.replace('-', ' ')
const pays = (win: PondWin) => (win.multiplier / 10_000).toLocaleString('en-US')

function spokenLine(result: string): string[] {
  const names = result.split(', ').slice(0, POND_STRIPS.length)
  expect(names).toHaveLength(POND_STRIPS.length)
  for (const name of names) expect(NAMES).toContain(name)
  return names
}

const drawnLine = (page: Page) =>
  page.getByTestId('pond-reel').evaluateAll((reels) =>
    reels.map((reel) => {
      const middle = (element: Element) => {
        const { top, height } = element.getBoundingClientRect()
        return top + height / 2
      }
      const symbols = [...reel.querySelectorAll<HTMLElement>('[data-symbol]')]
      return symbols.find((symbol) => Math.abs(middle(symbol) - middle(reel)) < 2)?.dataset['symbol']
    }),
  )

test('Pond Reels shows, sums and proves one and the same result', async ({ page }) => {
  await openPlay(page, 'pond-reels')
  let balance = await shownBalance(page)
  let isWon = false
  let line: string[] = []
  // A third of all spins win: this many without a win would be next to impossible.
  for (let nonce = 0; nonce < 40 && (nonce < 3 || !isWon); nonce += 1) {
    await betButton(page).click()
    const { result, net } = await saidResult(page, nonce)
    line = spokenLine(result)
    expect(await drawnLine(page)).toEqual(line.map(symbolOf))
    await expect(page.getByRole('img', { name: `On the line: ${line.join(', ')}` })).toBeVisible()
    const win = pondReelsWin(line.map(symbolOf))
    isWon = win !== undefined
    const headline = win ? `${win.count} × ${nameOf(win)} pays ${pays(win)}×` : 'No three alike'
    await expect(page.getByTestId('pond-win')).toHaveText(headline)
    const payout = (win?.multiplier ?? 0) / 10
    expect(net).toBe(payout - 1_000)
    if (win) await expect(page.getByTestId('pond-sum')).toContainText(`10 demo × ${pays(win)} = `)
    else await expect(page.getByTestId('pond-sum')).toHaveCount(0)
    const marked = line.map((name) => win && (name === nameOf(win) || name === 'koi'))
    expect(
      await page
        .getByTestId('pond-reel')
        .evaluateAll((reels) => reels.map((reel) => reel.dataset['winning'] ?? 'none')),
    ).toEqual(marked.map((isMarked) => (isMarked === undefined ? 'none' : isMarked ? 'yes' : 'no')))
    await expect(recentResults(page).first()).toHaveText(`${(payout / 1_000).toFixed(2)}×`)
    balance += net
    expect(await shownBalance(page)).toBe(balance)
  }
  expect(isWon).toBe(true)
  await expectVerified(page, line.join(' · '))
})

test('the paytable shows what every win pays before the first spin', async ({ page }) => {
  await openPlay(page, 'pond-reels')
  const table = page.getByRole('table', { name: 'Paytable' })
  await expect(table.getByRole('row')).toHaveCount(POND_SYMBOLS.length + 1)
  for (const symbol of POND_SYMBOLS) {
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('img', { name: symbol.replace('-', ' ') }) })
    const amounts = POND_PAYTABLE[symbol].map((multiplier) => (multiplier / 10_000).toLocaleString('en-US'))
    await expect(row.getByRole('cell')).toHaveText(amounts)
  }
  await expect(page.getByText('98.828%')).toBeVisible()
  await expect(page.getByText('31.96%')).toBeVisible()
  await expect(page.getByText('Koi stands for any symbol. Only the best win is paid.')).toBeVisible()
  await expect(page.getByText('Three alike anywhere on the line pay')).toBeVisible()
})

test('the reels stop at the same moments in every spin, whatever the result is', async ({ page }) => {
  await openPlay(page, 'pond-reels')
  const seen = new Set<string>()
  for (let nonce = 0; nonce < 6; nonce += 1) {
    const timings = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('[data-testid="bet-button"]')?.click()
      const turning = () =>
        [...document.querySelectorAll('[data-testid="pond-reel"]')].flatMap((reel) =>
          reel.getAnimations({ subtree: true }).map((each) => each.effect?.getTiming().duration),
        )
      for (let frame = 0; frame < 60 && turning().length < 5; frame += 1) {
        await new Promise(requestAnimationFrame)
      }
      return turning()
    })
    expect(timings).toHaveLength(5)
    seen.add(timings.join(' '))
    await saidResult(page, nonce)
  }
  expect([...seen]).toEqual(['320 375 430 485 540'])
})

test('a player plays Pond Reels with the keyboard alone, and a held key spins once', async ({ page }) => {
  await openPlay(page, 'pond-reels')
  await tabTo(page, betButton(page))
  await page.keyboard.press('Enter')
  await saidResult(page, 0)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('switch', { name: /^Quick keys/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Space')
  await page.keyboard.up('Space')
  await saidResult(page, 1)
  await page.waitForTimeout(700)
  await expect(announcement(page)).toHaveText(/^Bet 2: /)
  await expect(recentResults(page)).toHaveCount(2)
})

test('instant mode and reduced motion show the line at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPlay(page, 'pond-reels')
  const moved = await countMotion(page)
  await betButton(page).click()
  const { result } = await saidResult(page, 0)
  expect(await drawnLine(page)).toEqual(spokenLine(result).map(symbolOf))
  expect(await moved()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('switch', { name: /^Instant play/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const spun = await page.evaluate(async () => {
    document.querySelector<HTMLElement>('[data-testid="bet-button"]')?.click()
    let moving = 0
    for (let frame = 0; frame < 30; frame += 1) {
      await new Promise(requestAnimationFrame)
      moving +=
        document.querySelector('[data-testid="pond-reel"]')?.getAnimations({ subtree: true }).length ?? 0
    }
    return moving
  })
  await saidResult(page, 1)
  expect(spun).toBe(0)
})
