import { expect, type Page } from '@playwright/test'
import { test, WORKER_BLOCKED } from '../support/fixtures.ts'
import { betButton, openPlay, recentResults, saidResult, shownBalance } from '../support/play-screen.ts'

interface Kept {
  /** In cents, as the player sees it. */
  readonly balance: number
  /** Net result of the stored bets, in cents. */
  readonly net: number
  readonly nonces: readonly number[]
}

function kept(page: Page): Promise<Kept> {
  return page.evaluate(
    () =>
      new Promise<Kept>((resolve, reject) => {
        const opening = indexedDB.open('koi-play')
        opening.onerror = () => reject(new Error('The database cannot be opened'))
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['account', 'bets'])
          const account = transaction.objectStore('account').get('demo')
          const bets = transaction.objectStore('bets').getAll()
          transaction.oncomplete = () => {
            opening.result.close()
            const rows = bets.result as { stake: bigint; payout: bigint; nonce: number }[]
            const inCents = (amount: bigint) => Number(amount / 10_000n)
            resolve({
              balance: inCents((account.result as { balance: bigint }).balance),
              net: inCents(rows.reduce((sum, { stake, payout }) => sum + payout - stake, 0n)),
              nonces: rows.map(({ nonce }) => nonce).sort((a, b) => a - b),
            })
          }
        }
      }),
  )
}

async function startAuto(page: Page, bets: number): Promise<void> {
  await page.getByLabel('Bet amount').fill('0.1')
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Auto-play' })
  await sheet.getByLabel('Number of bets').fill(String(bets))
  await sheet.getByRole('button', { name: /^Start/ }).click()
}

test.use({ serviceWorkers: 'block' })
test.beforeEach(async ({ allowConsole, context }) => {
  allowConsole(WORKER_BLOCKED)
  await context.addInitScript(() => {
    // about:blank has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('play-preferences', '{"instant":true}')
  })
})

test('two tabs play on one balance, by hand and by auto-play', async ({ page, context }) => {
  const other = await context.newPage()
  await openPlay(page, 'dice')
  await openPlay(other, 'limbo')
  let balance = 100_000
  for (let bet = 0; bet < 6; bet += 1) {
    const [here, there] = bet % 2 === 0 ? [page, other] : [other, page]
    await betButton(here).click()
    balance += (await saidResult(here, bet)).net
    await expect.poll(() => shownBalance(there)).toBe(balance)
  }

  await startAuto(page, 60)
  await expect(page.getByTestId('auto-status')).toContainText('60 bets played. All bets were played.', {
    timeout: 60_000,
  })
  await startAuto(other, 60)
  for (let bet = 6; bet < 8; bet += 1) await betButton(page).click()
  await expect(other.getByTestId('auto-status')).toContainText('60 bets played. All bets were played.', {
    timeout: 60_000,
  })
  const { balance: stored, net, nonces } = await kept(page)
  expect(nonces).toEqual(Array.from({ length: 128 }, (_, nonce) => nonce))
  expect(stored).toBe(100_000 + net)
  for (const tab of [page, other]) await expect.poll(() => shownBalance(tab)).toBe(stored)
})

test('a tab closed just after its result appears loses nothing', async ({ page, context }) => {
  await openPlay(page, 'dice')
  // The first bet makes this tab the writer. Later bets answer before they are stored.
  for (let bet = 0; bet < 3; bet += 1) {
    await betButton(page).click()
    await saidResult(page, bet)
  }
  const next = await context.newPage()
  await next.goto('/settings')
  await betButton(page).click()
  await saidResult(page, 3)
  await page.close()
  const { balance, net, nonces } = await kept(next)
  expect(nonces).toEqual([0, 1, 2, 3])
  expect(balance).toBe(100_000 + net)
  await openPlay(next, 'dice')
  expect(await shownBalance(next)).toBe(balance)
})

test('auto-play runs in one tab at a time, and another tab can start it afterwards', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await openPlay(page, 'dice')
  await openPlay(other, 'limbo')
  await startAuto(page, 1_000_000)
  await expect(page.getByRole('button', { name: 'Stop auto-play' })).toBeVisible()
  await startAuto(other, 5)
  const status = other.getByTestId('auto-status')
  await expect(status).toContainText('0 bets played. Auto-play goes on in another tab')
  const placed = await recentResults(other).count()
  await page.getByRole('button', { name: 'Stop auto-play' }).click()
  await expect(page.getByTestId('auto-status')).toContainText('You stopped it.')
  expect(await recentResults(other).count()).toBe(placed)
  await startAuto(other, 5)
  await expect(status).toContainText('5 bets played. All bets were played.')

  // Closing a tab releases auto-play.
  await startAuto(other, 1_000_000)
  await expect(other.getByRole('button', { name: 'Stop auto-play' })).toBeVisible()
  await expect(recentResults(other)).not.toHaveCount(5)
  await other.close({ runBeforeUnload: false })
  await startAuto(page, 3)
  await expect(page.getByTestId('auto-status')).toContainText('3 bets played. All bets were played.')
})
