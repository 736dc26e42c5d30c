import { expect, type Page } from '@playwright/test'
import { lookAround, openPage } from '../support/app-pages.ts'
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

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
const SIGNS: Record<string, string> = { D: '♦', H: '♥', S: '♠', C: '♣' }
const rank = (card: string) => RANKS.indexOf(card.slice(0, -1))
const sign = (card: string) => `${card.slice(0, -1)}${SIGNS[card.slice(-1)] ?? ''}\uFE0E`

const cashOut = (page: Page) => page.getByTestId('cash-out')
const card = (page: Page) => page.getByTestId('hilo-card')
const trail = (page: Page) => page.getByTestId('hilo-trail').getByRole('listitem')
const said = (page: Page) => page.getByTestId('hilo-announcement')
const guess = (page: Page, name: string) => page.locator(`[data-guess="${name}"]`)
const skip = (page: Page) => page.getByRole('button', { name: 'Skip this card' })

interface StoredRound {
  game: string
  outcome: string[]
  steps: unknown[]
}

/** Reads the open card and the next one from the device's storage. */
async function hidden(page: Page): Promise<{ open: string; next: string; right: string; wrong: string }> {
  const round = await page.evaluate(
    () =>
      new Promise<StoredRound | undefined>((resolve, reject) => {
        const opening = indexedDB.open('koi-play')
        opening.onerror = () => reject(new Error('The database cannot be opened'))
        opening.onsuccess = () => {
          const reading = opening.result.transaction('account').objectStore('account').get('demo')
          reading.onsuccess = () => {
            opening.result.close()
            const { rounds } = reading.result as { rounds: StoredRound[] }
            resolve(rounds.find(({ game }) => game === 'hilo'))
          }
        }
      }),
  )
  const [open = '', next = ''] = round?.outcome.slice(round.steps.length) ?? []
  const difference = rank(next) - rank(open)
  const isEnd = rank(open) === 0 || rank(open) === 12
  const up = isEnd ? 'higher' : 'higher-or-same'
  const down = isEnd ? 'lower' : 'lower-or-same'
  if (difference === 0) return { open, next, right: isEnd ? 'same' : up, wrong: rank(open) === 0 ? up : down }
  return {
    open,
    next,
    right: difference > 0 ? up : down,
    wrong: isEnd ? 'same' : difference > 0 ? down : up,
  }
}

/** The game ignores guesses in the moment after a card turns. */
const look = (page: Page) => page.waitForTimeout(300)

async function begin(page: Page, startCard?: string): Promise<void> {
  if (startCard !== undefined) await page.getByRole('radio', { name: startCard }).check({ force: true })
  await betButton(page).click()
  await expectBegun(page)
  await look(page)
}

async function expectBegun(page: Page): Promise<void> {
  await expect(cashOut(page)).toHaveText('Make a guess')
  await expect(said(page)).toContainText('Card 1: ')
}

async function guessRight(page: Page, place: number): Promise<void> {
  const { right } = await hidden(page)
  await guess(page, right).click()
  await expect(said(page)).toContainText(`Right. Card ${place}: `)
  await look(page)
}

test('a round of Hilo pays what its button says, and proves it', async ({ page }) => {
  await openPlay(page, 'hilo')
  const before = await shownBalance(page)
  await expect(page.getByRole('radio', { name: 'Random' })).toBeChecked()
  await page.getByRole('radio', { name: /^8 of/ }).check({ force: true })
  await expect(card(page)).toHaveAccessibleName(/^Open card: 8 of/)
  await begin(page)
  expect(await shownBalance(page)).toBe(before - 1_000)
  await expect(cashOut(page)).toBeDisabled()
  await expect(guess(page, 'higher-or-same')).toHaveAccessibleName(
    'Higher or same Pays 18.385 demo 1.8385× Chance 53.85%',
  )
  await expect(guess(page, 'lower-or-same')).toHaveAccessibleName(
    'Lower or same Pays 18.385 demo 1.8385× Chance 53.85%',
  )

  await skip(page).click()
  await expect(said(page)).toContainText('Skipped. Card 2: ')
  await expect(trail(page)).toHaveCount(2)
  await expect(cashOut(page)).toBeDisabled()
  await look(page)
  const offered = await guess(page, (await hidden(page)).right).innerText()
  const paid = /([\d.,]+) demo/.exec(offered)?.[1] ?? ''
  await guessRight(page, 3)
  await expect(trail(page)).toHaveCount(3)
  await expect(cashOut(page)).toContainText(`Cash out ${paid} demo`)
  const multiplier = /[\d.,]+×/.exec((await cashOut(page).textContent()) ?? '')?.[0] ?? ''
  await expect(trail(page).last()).toContainText(multiplier)

  const { open } = await hidden(page)
  await cashOut(page).click()
  const { net, result } = await saidResult(page, 0)
  // The announcement has thousandths, which are cut to cents.
  expect(Math.abs(net - (cents(paid) - 1_000))).toBeLessThanOrEqual(1)
  expect(result).toMatch(new RegExp(`^cashed out at ${multiplier}, last card .+ of \\w+$`))
  await expect(page.getByTestId('hilo-paid')).toHaveText(multiplier)
  await expect(recentResults(page).first()).toHaveText(multiplier)
  await expect(trail(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Auto', exact: true })).toHaveCount(0)
  await expectVerified(page, await recomputedText(page, open))
})

async function recomputedText(page: Page, last: string): Promise<string> {
  const cards = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('koi-play')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('bets').objectStore('bets').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve((reading.result as { outcome: string[] }[]).at(-1)?.outcome ?? [])
          }
        }
      }),
  )
  expect(cards.at(-1)).toBe(last)
  return cards.map(sign).join(' ')
}

test('a wrong guess by touch costs the stake and nothing more', async ({ page }) => {
  await openPlay(page, 'hilo')
  const before = await shownBalance(page)
  await page.locator('label').filter({ hasText: /^A$/ }).tap()
  await expect(card(page)).toHaveAccessibleName('Open card: ace of diamonds')
  await betButton(page).tap()
  await expect(said(page)).toContainText('Card 1: ace of diamonds.')
  await look(page)
  await expect(guess(page, 'higher-or-same')).toHaveCount(0)
  await expect(page.locator('[data-guess]')).toHaveText([/^Same/, /^Lower/])
  const { wrong } = await hidden(page)
  await guess(page, wrong).tap()
  const { net, result } = await saidResult(page, 0)
  expect(net).toBe(-1_000)
  expect(result).toMatch(/^wrong guess, the card was \w+ of \w+$/)
  expect(await shownBalance(page)).toBe(before - 1_000)
  await expect(page.getByTestId('hilo-paid')).toHaveText('0.00×')
  await expect(betButton(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'ace of diamonds' })).toBeChecked()
})

test('a player plays Hilo with the keyboard alone', async ({ page }) => {
  await openPlay(page, 'hilo')
  await tabTo(page, page.getByRole('radio', { name: 'Random' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^2 of/ })).toBeChecked()
  await expect(card(page)).toHaveAccessibleName(/^Open card: 2 of/)
  await tabTo(page, betButton(page))
  await page.keyboard.press('Enter')
  // The focus moves to the guesses.
  await expect(guess(page, 'higher')).toBeFocused()
  await look(page)
  await tabTo(page, skip(page))
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('Skipped. Card 2: ')
  await look(page)
  const { right } = await hidden(page)
  await guess(page, right).focus()
  await page.keyboard.press('Space')
  await expect(said(page)).toContainText('Right. Card 3: ')
  await tabTo(page, cashOut(page))
  await page.keyboard.press('Enter')
  const { net } = await saidResult(page, 0)
  expect(net).toBeGreaterThan(0)
  await expect(betButton(page)).toBeFocused()
})

test('a round of Hilo continues after a reload and keeps its seeds secret', async ({ page }) => {
  await openPlay(page, 'hilo')
  await page.getByLabel('Bet amount').fill('25')
  await begin(page)
  await guessRight(page, 2)
  const offer = ((await cashOut(page).textContent()) ?? '').trim()
  const open = await card(page).getAttribute('aria-label')
  const balance = await shownBalance(page)

  await openPage(page, '/games/hilo/play')
  await expect(cashOut(page)).toHaveText(offer)
  await expect(page.getByText('Your round is still open.')).toBeVisible()
  await expect(page.getByLabel('Bet amount')).toHaveValue('25.00')
  await expect(card(page)).toHaveAccessibleName(open ?? '')
  await expect(trail(page)).toHaveCount(2)
  expect(await shownBalance(page)).toBe(balance)

  await page.getByRole('button', { name: /Provably fair/ }).click()
  await expect(page.getByRole('button', { name: 'Rotate and reveal' })).toBeDisabled()
  await page.getByRole('link', { name: 'Finish the round' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await guessRight(page, 3)
  await expect(page.getByText('Your round is still open.')).toBeHidden()
  await cashOut(page).click()
  await saidResult(page, 0)
})

test('shortcut keys guess, skip and cash out', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('play-preferences', JSON.stringify({ quickKeys: true })),
  )
  await openPlay(page, 'hilo')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('s')
  await expect(page.getByLabel('Bet amount')).toHaveValue('20.00')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Quick keys' })).toContainText('↑Guess higher')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Space')
  await expect(cashOut(page)).toHaveText('Make a guess')
  await look(page)
  await page.keyboard.press('s')
  await expect(said(page)).toContainText('Skipped. Card 2: ')
  await look(page)
  const { right } = await hidden(page)
  const pressed = right === 'same' ? '=' : right.startsWith('higher') ? 'ArrowUp' : 'ArrowDown'
  await page.keyboard.press(pressed)
  await expect(said(page)).toContainText('Right. Card 3: ')
  await page.keyboard.press('c')
  expect((await saidResult(page, 0)).net).toBeGreaterThan(0)
})

test('a guess that could win more than the limit for one bet is disabled and says why', async ({ page }) => {
  await openPlay(page, 'hilo')
  await page.getByLabel('Bet amount').fill('500')
  await page.getByRole('radio', { name: 'ace of diamonds' }).check({ force: true })
  await betButton(page).click()
  // A stake of half the balance needs a confirmation.
  await lookAround(page)
  await page.getByRole('dialog').getByRole('button', { name: /^Bet / }).click()
  await expectBegun(page)
  // Every card of the round becomes an ace, so “same” is right three times: 500 × 12.87³ is above a million.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('koi-play')
        opening.onsuccess = () => {
          const store = opening.result.transaction('account', 'readwrite').objectStore('account')
          const reading = store.get('demo')
          reading.onsuccess = () => {
            const account = reading.result as { rounds: { outcome: string[] }[] }
            for (const round of account.rounds) round.outcome = round.outcome.map(() => 'AD')
            store.put(account, 'demo').onsuccess = () => {
              opening.result.close()
              resolve()
            }
          }
        }
      }),
  )
  await openPage(page, '/games/hilo/play')
  await expect(page.getByText('Your round is still open.')).toBeVisible()
  for (const place of [2, 3]) {
    await look(page)
    await guess(page, 'same').click()
    await expect(said(page)).toContainText(`Right. Card ${place}: ace of diamonds.`)
  }
  await look(page)
  await expect(guess(page, 'same')).toBeDisabled()
  await expect(guess(page, 'same')).toContainText('Above the limit')
  await expect(page.getByText('A guess that could pay more than 1,000,000 demo')).toBeVisible()
  await guess(page, 'same').click({ force: true })
  await skip(page).click()
  await expect(said(page)).toContainText('Skipped. Card 4: ')
  await expect(page.getByRole('alert')).toBeEmpty()
  await cashOut(page).click()
  expect((await saidResult(page, 0)).net).toBeGreaterThan(8_000_000)
})
