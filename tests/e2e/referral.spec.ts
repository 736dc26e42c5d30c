import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { callApi, codeFor } from '../support/account-api.ts'
import { lookAround, openPage, sidewaysOverflow } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, logInElsewhere, main, test, title } from '../support/journey-players.ts'
import { violations } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const PASSWORD = 'ten white herons by the lake'

test('a friend opens the link, registers and plays, and the player claims', async ({
  page,
  browser,
  server,
  newPlayer,
  guard,
}) => {
  test.setTimeout(120_000)
  const player = await newPlayer()
  const { code } = await callApi<{ code: string }>(server, '/user/referral', {
    method: 'GET',
    token: player.token,
  })
  const email = `friend-of-${player.uid}@koi.example`

  await test.step('a friend opens the link', async () => {
    await openPage(page, `/r/${code.toLowerCase()}`)
    await expect(title(page)).toHaveText('A friend invites you to Koi')
    expect(await violations(page, ['dark', 'light'])).toEqual([])
    // A later link of somebody else does not count.
    await openPage(page, '/r/ZZZZZZZZ')
    await expect(main(page).getByText(code)).toBeVisible()
    await main(page).getByRole('link', { name: 'Create an account' }).click()
    await expect(main(page).getByLabel('Referral code (optional)')).toHaveValue(code)
    await main(page).getByLabel('E-mail', { exact: true }).fill(email)
    await lookAround(page)
    await button(page, 'Send me a code').click()
    await expect(main(page).getByText(`A code is on its way to ${email}.`)).toBeVisible()
    await main(page)
      .getByLabel('6-digit code')
      .fill(await codeFor(server, email))
    await main(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main(page).getByLabel('Nickname (optional)').fill('Kaisa')
    await main(page).getByLabel('I am 18 or older').check()
    await button(page, 'Create account').click()
    await expect(page).toHaveURL(/\/accout/)
    await openPage(page, `/r/${code}`)
    await expect(title(page)).toHaveText('You have an account')
  })

  await test.step('the friend plays', async () => {
    const friend = { ...player, email, password: PASSWORD }
    const token = await logInElsewhere(server, friend)
    const seeds = { method: 'GET', token }
    const { nextServerSeedHash } = await callApi<{ nextServerSeedHash: string }>(server, '/seeds', seeds)
    await callApi(server, '/seeds', { token, body: { clientSeed: 'mine', nextServerSeedHash } })
    const bet = { game: 'dice', coin: 'usdt-tron', stake: '100', params: { side: 'over', target: 4_999 } }
    await callApi(server, '/bets', { token, body: { ...bet, idempotencyKey: randomUUID() } })
  })

  await test.step('the player claims', async () => {
    const context = await browser.newContext({ ...WITHOUT_WORKER, baseURL: server.origin })
    guard(context)
    const own = await context.newPage()
    await beginLoggedIn(own, player)
    await openPage(own, '/promotion?tab=referral')
    await expect(own.getByTestId('claimable')).toHaveText('0.101')
    const friend = main(own).getByRole('listitem').filter({ hasText: 'Ka…' })
    await expect(friend).toContainText('$0.00')
    for (const width of [390, 1280]) {
      await own.setViewportSize({ width, height: 844 })
      expect(await sidewaysOverflow(own)).toBe(0)
      expect(await violations(own, ['dark', 'light'])).toEqual([])
    }
    await button(own, 'QR code').click()
    await expect(main(own).getByRole('img', { name: 'QR code of your link' }).locator('svg')).toBeVisible()
    await button(own, 'Claim now').click()
    await expect(own.getByText('0.101 USDT added to your balance')).toBeVisible()
    await expect(own.getByTestId('claimable')).toHaveText('0.00')
    await expect(friend).toContainText('$0.101')
    await expect(button(own, 'Claim now')).toBeDisabled()
    await expect(button(own, 'Claim now')).toBeFocused()
    await context.close()
  })
})

test('a visitor reads what a referral pays, and logs in to get a link', async ({ page }) => {
  await openPage(page, '/promotion?tab=referral')
  await expect(main(page).getByText(/^You earn 10% of the house edge/)).toBeVisible()
  await expect(main(page).getByText(/you earn \$1\.00\.$/)).toBeVisible()
  await main(page).getByRole('link', { name: 'Log in to get your link' }).click()
  await expect(page).toHaveURL(/\/accout\?from=/)
})

test('a link that is cut off says so', async ({ page }) => {
  await openPage(page, '/r/0123')
  await expect(title(page)).toHaveText('This link is not complete')
  expect(await page.evaluate(() => localStorage.getItem('invited_with'))).toBeNull()
})
