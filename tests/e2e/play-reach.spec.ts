import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { coveredControls, PLAYED_GAMES } from '../support/play-screen.ts'
import { LANGUAGES } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** A phone, the same with the bars of its browser, and a low one. */
const PHONES = [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 360, height: 640 },
]

/** Amount and button are in sight, and nothing that can be tapped lies under them: at the top, and at the end. */
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
  test(`on low phones the Bet button is in sight and covers nothing that can be tapped in ${language}`, async ({
    page,
  }) => {
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
        // A round is open, or a result stands where nothing stood before.
        const isRound = game === 'mines' || game === 'hilo'
        await expect(
          isRound ? page.getByTestId('cash-out') : page.getByTestId('play-announcement'),
        ).toHaveText(/./)
        await expectInReach(page, `${game} after a bet`)
      })
    }
  })
}
