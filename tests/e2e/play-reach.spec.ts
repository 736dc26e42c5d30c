import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { coveredControls, PLAYED_GAMES } from '../support/play-screen.ts'
import { LANGUAGES } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** A phone, the same phone with its browser bars, and a low phone. */
const PHONES = [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 360, height: 640 },
]

async function expectInReach(page: Page, what: string): Promise<void> {
  for (const phone of PHONES) {
    await page.setViewportSize(phone)
    for (const end of ['top', 'bottom'] as const) {
      const where = `${what}, ${end} of ${phone.width} × ${phone.height}`
      await page.evaluate(
        (isBottom) =>
          window.scrollTo({ top: isBottom ? document.body.scrollHeight : 0, behavior: 'instant' }),
        end === 'bottom',
      )
      if (end === 'top') await expect.soft(page.locator('[data-action]'), where).toBeInViewport({ ratio: 1 })
      await expect.soft.poll(() => coveredControls(page), { message: where }).toEqual([])
    }
  }
}

for (const language of LANGUAGES) {
  test(`the Bet button on low phones is in view and covers no control in ${language}`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
    for (const game of PLAYED_GAMES) {
      await test.step(game, async () => {
        await openPage(page, `/games/${game}/play`)
        const bet = page.getByTestId('bet-button')
        await expect(bet).toHaveText(/10/)
        await expectInReach(page, game)
        await bet.click()
        // An open round, or a first result, changes the layout.
        const isRound = game === 'mines' || game === 'hilo'
        await expect(
          isRound ? page.getByTestId('cash-out') : page.getByTestId('play-announcement'),
        ).toHaveText(/./)
        await expectInReach(page, `${game} after a bet`)
      })
    }
  })
}

/** Two phones in landscape, and laptop windows at 150% zoom. */
const LOW_SCREENS = [
  { width: 844, height: 390 },
  { width: 740, height: 360 },
  { width: 853, height: 533 },
  { width: 960, height: 600 },
  { width: 900, height: 700 },
]

test('the Bet button on low screens is in view and covers neither a control nor the game', async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const game of [...PLAYED_GAMES, 'crash']) {
    await test.step(game, async () => {
      await openPage(page, `/games/${game}/play`)
      await expect(page.locator('[data-action]')).toBeVisible()
      for (const screen of LOW_SCREENS) {
        const where = `${game} at ${screen.width} × ${screen.height}`
        await page.setViewportSize(screen)
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
        await expect.soft(page.locator('[data-action]'), where).toBeInViewport({ ratio: 1 })
        await expect.soft.poll(() => coveredControls(page), { message: where }).toEqual([])
        const [stage, order] = await Promise.all(
          [page.getByRole('region', { name: 'Game' }), page.getByTestId('play-order')].map((each) =>
            each.boundingBox(),
          ),
        )
        if (!stage || !order) throw new Error('There is no game')
        const isBeside = order.x >= stage.x + stage.width
        expect.soft(isBeside || order.y >= stage.y + stage.height, `${where}: the game is free`).toBe(true)
      }
    })
  }
})
