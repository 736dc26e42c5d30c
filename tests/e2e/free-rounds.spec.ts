import { expect } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { beginLoggedIn, main, test } from '../support/journey-players.ts'
import { betButton, saidResult, shownBalance } from '../support/play-screen.ts'
import { violations } from '../support/screen-checks.ts'

test('free rounds of a new release are played in their game, and the bet after them needs another tap', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/gift')
  await expect(main(page).getByText('5 waiting')).toBeVisible()
  const row = main(page).getByRole('listitem').filter({ hasText: '5 rounds of 0.10 USDT' })
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await row.getByRole('link', { name: 'Play Pond Reels' }).click()
  let balance = await shownBalance(page)
  for (let number = 1; number <= 5; number += 1) {
    await expect(main(page).getByText(`Free round ${number} of 5`)).toBeVisible()
    await betButton(page).click()
    const { net } = await saidResult(page, number - 1)
    expect(net).toBeGreaterThanOrEqual(0)
    balance += net
    await expect.poll(() => shownBalance(page)).toBe(balance)
  }
  await expect(main(page).getByText('No free rounds are left here.')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(betButton(page)).toHaveCount(0)
  expect(await shownBalance(page)).toBe(balance)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await main(page).getByRole('link', { name: 'Bet with my balance' }).click()
  await expect(betButton(page)).toHaveText(/^Bet /)
  await openPage(page, '/history?coin=usdt-tron')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Free' })).toHaveCount(5)
  await openPage(page, '/gift')
  await expect(main(page).getByText('None are waiting.')).toBeVisible()
})

test('a code of a link waits for a tap, and a wrong one says the same as an ended one', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(/400/)
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/gift?code=ABCD-2345-WXYZ')
  const code = main(page).getByRole('textbox', { name: 'Have a code?' })
  await expect(code).toHaveValue('ABCD-2345-WXYZ')
  await main(page).getByRole('button', { name: 'Use code' }).click()
  await expect(code).toHaveAccessibleDescription(/mistyped, has ended, or is used up/)
})
