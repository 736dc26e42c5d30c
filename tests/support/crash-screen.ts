import { expect, type Locator, type Page } from '@playwright/test'
import { openPage } from './app-pages.ts'
import type { JourneyPlayer } from './account-api.ts'
import { beginLoggedIn } from './journey-players.ts'

/** Rarely a round runs for minutes. */
export const ROUND_MS = 150_000

export const crashAction = (page: Page, bet: 1 | 2 = 1) => page.getByTestId(`crash-action-${bet}`)
/** The latest rounds, the newest first. */
export const crashChips = (page: Page) => page.getByRole('list', { name: 'Last rounds' }).getByRole('link')
export const crashResult = (page: Page) => page.getByTestId('crash-result')
export const untilStatus = (page: Page, status: string) =>
  page.locator(`[data-testid="crash-stage"][data-status="${status}"]`).waitFor({ timeout: ROUND_MS })

/** Opens Crash with a balance. A new house makes its chain of games first. */
export async function openCrash(page: Page, player: JourneyPlayer, origin = ''): Promise<void> {
  await beginLoggedIn(page, player)
  await openPage(page, `${origin}/games/crash/play?coin=usdt-tron`)
  await expect(crashAction(page)).toContainText('Bet 1.00 USDT', { timeout: 60_000 })
}

/** The crash point of the latest round, in hundredths. */
export const newestPoint = (page: Page) => pointOf(crashChips(page).first())

/** In hundredths. */
export async function pointOf(chip: Locator): Promise<number> {
  return Math.round(Number((await chip.innerText()).replace(/[,×]/g, '')) * 100)
}

/** Suspends the page for this time, as on a sleeping laptop: no timer and no event, while time goes on. */
export async function sleepThrough(page: Page, ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Debugger.enable')
  await session.send('Debugger.pause')
  await new Promise((resolve) => setTimeout(resolve, ms))
  await session.send('Debugger.disable')
  await session.detach()
}
