import { expect, type Page } from '@playwright/test'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import {
  betButton,
  countMotion,
  openPlay,
  PLAYED_GAMES,
  saidResult,
  type PlayedGame,
} from '../support/play-screen.ts'
import { expectFits, violations } from '../support/screen-checks.ts'

test.use({ ...WITHOUT_WORKER, contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

interface Sweep {
  readonly step?: (page: Page) => Promise<void>
  readonly isComplete?: (page: Page, result: string) => Promise<void>
  readonly variants?: readonly ((page: Page) => Promise<void>)[]
}

const cashOut = (page: Page) => page.getByTestId('cash-out')
const largeResult = (page: Page) => page.getByRole('region', { name: 'Game' }).getByRole('paragraph').first()
const risk = (name: string) => (page: Page) =>
  page.getByRole('radiogroup', { name: 'Risk' }).locator('label').filter({ hasText: name }).click()

const SWEEPS: Readonly<Record<PlayedGame, Sweep>> = {
  dice: { isComplete: (page, result) => expect(largeResult(page)).toHaveText(result.replace('rolled ', '')) },
  limbo: {
    isComplete: (page, result) => expect(largeResult(page)).toHaveText(result.replace('reached ', '')),
  },
  plinko: {
    isComplete: (page) => expect(page.getByTestId('plinko-resting-ball')).toBeVisible(),
    variants: [risk('Low'), risk('Expert')],
  },
  keno: {
    isComplete: (page) => expect(page.locator('[data-ball]')).toHaveCount(10),
    variants: [(page) => page.getByRole('button', { name: 'Take all numbers off the board' }).click()],
  },
  wheel: {},
  'pond-reels': {},
  mines: {
    step: (page) => page.getByRole('grid', { name: 'Board' }).getByRole('button').first().click(),
  },
  hilo: {
    step: (page) =>
      // The game ignores a press right after a card turns: the player may have meant the card before.
      expect(async () => {
        await page
          .getByRole('button', { name: /^(?:Higher|Same)/ })
          .first()
          .click({ timeout: 2_000 })
        const isGuessed = cashOut(page).filter({ hasText: 'Cash out' })
        await expect(isGuessed.or(page.getByText(/^You lost/).first())).toBeVisible({ timeout: 2_000 })
      }).toPass({ timeout: 60_000 }),
  },
}

for (const game of PLAYED_GAMES) {
  test(`${game} does not move under reduced motion, passes axe in both themes, and fits`, async ({
    page,
  }) => {
    test.slow()
    const { step, isComplete, variants = [] } = SWEEPS[game]
    const look = async (when: string) => {
      // After scrolling, half of a target may be under the top bar.
      await page.evaluate(() => window.scrollTo(0, 0))
      expect.soft(await violations(page, ['dark', 'light']), when).toEqual([])
      await expectFits(page, when)
    }
    await openPlay(page, game)
    await look('before')
    const moved = await countMotion(page)
    await betButton(page).click()
    if (step) {
      await expect(cashOut(page)).toBeVisible()
      await step(page)
      await expect(cashOut(page).or(page.getByText(/^You lost/).first())).toBeVisible()
      expect(await moved()).toBe(0)
      await look('in the round')
      if (await cashOut(page).isVisible()) await cashOut(page).click()
    }
    const { result } = await saidResult(page, 0)
    await isComplete?.(page, result)
    if (!step) expect(await moved()).toBe(0)
    await look('after')
    for (const vary of variants) {
      await vary(page)
      await look(String(vary))
    }
  })
}
