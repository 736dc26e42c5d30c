import { expect, type Locator, type Page } from '@playwright/test'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { openPage } from './app-pages.ts'

export const PLAYED_GAMES = PLAY_GAMES
export type PlayedGame = (typeof PLAYED_GAMES)[number]

/** A result as the screen announces it: "Bet 1: reached 4.39×. You won 10 demo." */
export interface SaidResult {
  readonly nonce: number
  readonly result: string
  /** Gain in cents; negative for a loss. */
  readonly net: number
}

/** Cents of an amount such as `1,234.50`. */
export const cents = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)

export const betButton = (page: Page) => page.getByTestId('bet-button')
export const announcement = (page: Page) => page.getByTestId('play-announcement')
export const recentResults = (page: Page): Locator =>
  page.getByRole('list', { name: 'Recent results' }).getByRole('link')

/** Opens a game's screen and waits until it takes bets. */
export async function openPlay(page: Page, game: PlayedGame, coin?: string): Promise<void> {
  await openPage(page, `/games/${game}/play${coin === undefined ? '' : `?coin=${coin}`}`)
  await expect(betButton(page)).toBeEnabled()
  await expect(betButton(page)).toContainText('Bet ')
}

/** The balance on the screen, in cents, once it has counted up. */
export async function shownBalance(page: Page): Promise<number> {
  const balance = page.getByTestId('play-balance')
  await expect(balance.locator('[data-counting]')).toHaveCount(0)
  const text = await balance.innerText()
  return cents(/[\d,]+\.\d+/.exec(text)?.[0] ?? 'none')
}

/** Waits for the result of the bet with this nonce. */
export async function saidResult(page: Page, nonce: number): Promise<SaidResult> {
  await expect(announcement(page)).toHaveText(new RegExp(`^Bet ${nonce + 1}: `))
  const said = await announcement(page).innerText()
  const [, result = '', outcome = ''] = /^Bet \d+: (.+?)\. (You .+|Your bet came back)\.$/.exec(said) ?? []
  const amount = cents(/\d[\d,.]*/.exec(outcome)?.[0].replace(/\.$/, '') ?? '0')
  return { nonce, result, net: outcome.startsWith('You lost') ? -amount : amount }
}

/** Opens the sheet of the latest bet, reveals its seed, and expects the recomputed result to equal the shown one. */
export async function expectVerified(page: Page, recomputed: string): Promise<void> {
  await recentResults(page).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Rotate and reveal' }).click()
  await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(sheet.getByText('Verified on this device')).toBeVisible()
  await expect(sheet.getByText(`Recomputed ${recomputed} from the seeds.`)).toBeVisible()
}

/** Counts animations from now on. @returns a function that tells how many frames had one running */
export async function countMotion(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const moved = { frames: 0 }
    const look = () => {
      moved.frames += document.getAnimations().length
      requestAnimationFrame(look)
    }
    look()
    return moved
  })
  return () => counter.evaluate(({ frames }) => frames)
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/**
 * Names of controls that are partly covered by the amount and the Bet button, when these stick to the edge of the
 * screen. Tests points of each control for what a finger would hit.
 */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const order = document.querySelector('[data-testid="play-order"]')
    if (!order) throw new Error('There is no Bet button')
    const isCovered = (control: Element) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const x = (left + right) / 2
      const points = Array.from({ length: 9 }, (_, step) => top + 1 + ((bottom - top - 2) * step) / 8)
      return points.some((y) => order.contains(document.elementFromPoint(x, y)))
    }
    return [
      ...document.querySelectorAll('main :is(a[href], button, input, label:has(input), [tabindex="0"])'),
    ]
      .filter((control) => !order.contains(control) && control.checkVisibility() && isCovered(control))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })
}
