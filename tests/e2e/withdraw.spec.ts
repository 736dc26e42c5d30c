import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { callApi } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, test } from '../support/journey-players.ts'
import { expectFits, violations } from '../support/screen-checks.ts'

/** Address of the well-known private key 1: use it for practice money only. */
const ADDRESS = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('practice money goes out after refused entries, and the player follows it in the history', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(400), statusNoise(404))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/withdraw')
  await expect(main(page).getByText('Practice', { exact: true })).toBeVisible()

  // Errors appear beside their fields, and the input stays.
  await page.getByLabel('Amount in USDT').fill('4')
  await page.getByLabel('Your address on TRON').fill(ADDRESS.replace('K2HC', 'K2HD'))
  await button(page, 'Continue').click()
  await expect(page.getByText('This is below the minimum withdrawal')).toBeVisible()
  await expect(page.getByText('a character is wrong')).toBeVisible()
  await expect(main(page).locator('dl')).toContainText('Arrives–')
  await page.reload()
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('4')
  await button(page, 'Max').click()
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('1000')
  await expect(main(page).locator('dl')).toContainText('Arrives999 USDT')
  await page.getByLabel('Amount in USDT').fill('1000.01')
  await expect(main(page).locator('dl')).toContainText('Arrives–')
  await page.getByLabel('Amount in USDT').fill('50.5')
  await expect(main(page).getByText('49.5 USDT')).toBeVisible()
  await page.getByLabel('Your address on TRON').fill(ADDRESS)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await button(page, 'Continue').click()

  const confirm = dialog(page, 'Check and confirm')
  await expect(confirm.getByText('TMVQ').first()).toBeVisible()
  await expect(confirm.getByText('K2HC').first()).toBeVisible()
  const send = confirm.getByRole('button', { name: 'Withdraw 50.5 USDT' })
  await send.click()
  await expect(confirm.getByText('Please confirm this first')).toBeVisible()
  await confirm.getByLabel(/^I compared the first and last/).check()
  await confirm.getByLabel('Your password').fill('not the password')
  await send.click()
  await expect(confirm.getByText('The password is wrong. Try again.')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await confirm.getByLabel('Your password').fill(player.password)
  await send.click()

  const stages = dialog(page, 'Withdrawal')
  await expect(stages.getByRole('status').getByText('Confirmed')).toBeVisible()
  await expect(stages.getByRole('list', { name: 'Stages' }).getByRole('listitem')).toHaveCount(5)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.goBack()
  await expect(stages).toBeHidden()
  await expect(main(page).getByRole('button', { name: /50\.5 USDT/ })).toContainText('Confirmed')
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('')

  await main(page).getByRole('link', { name: 'Money history' }).click()
  const rows = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('−50.5 USDT')
  await expect(rows.last()).toContainText('+1,000 USDT')
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await button(page, 'Filter, export').click()
  await main(page).getByRole('link', { name: 'Withdrawals', exact: true }).click()
  await expect(page).toHaveURL(/kind=withdrawal/)
  await expect(rows).toHaveCount(1)
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
  const [head, line, ...more] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(head).toBe('at,kind,status,amount,coin,fee,creditedAmount,creditedCoin,address,txId,settledAt')
  expect(line).toMatch(
    new RegExp(`^20[^,]+,withdrawal,confirmed,-50\\.5,usdt-tron,1,,,${ADDRESS},[0-9a-f]{64},20[^,]+$`),
  )
  expect(more).toEqual([''])
  await rows.first().getByRole('button').click()
  const sheet = dialog(page, 'Withdrawal')
  await expect(sheet.locator('dl')).toContainText('NetworkTRON (TRC20)Fee1 USDTArrives49.5 USDT')
  await expect(sheet.getByText('Practice', { exact: true })).toBeVisible()
  await sheet.getByRole('link', { name: 'Follow this withdrawal' }).click()
  await expect(page).toHaveURL(/\/withdraw\?id=/)

  await openPage(page, '/withdraw?id=999999')
  await expect(dialog(page, 'Withdrawal').getByText('Withdrawal not found')).toBeVisible()
  await dialog(page, 'Withdrawal').getByRole('link', { name: 'Open the money history' }).click()
  await expect(rows).toHaveCount(2)
})

test('a lost answer makes no second withdrawal, also with the sheet closed, after a reload and with an empty balance', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE, statusNoise(400), statusNoise(409), statusNoise(502))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/withdraw')
  const keys: string[] = []
  const fates = ['changed', 'dropped', 'unreadable', 'refused', 'answered']
  await page.route('**/api/user/withdrawals', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push((route.request().postDataJSON() as { idempotencyKey: string }).idempotencyKey)
    const fate = fates[keys.length - 1]
    if (fate === 'changed') return route.fulfill({ status: 409, json: { message: '', code: 'conflict' } })
    if (fate === 'dropped') {
      await route.fetch()
      return route.abort('connectionreset')
    }
    if (fate === 'unreadable') return route.fulfill({ status: 502, body: 'Bad gateway' })
    if (fate === 'refused') {
      return route.fulfill({ status: 400, json: { message: '', code: 'password_wrong' } })
    }
    return route.fallback()
  })
  await page.getByLabel('Amount in USDT').fill('300')
  await page.getByLabel('Your address on TRON').fill(ADDRESS)
  const confirm = dialog(page, 'Check and confirm')
  const doubt = confirm
    .getByRole('alert')
    .getByText('Koi did not answer. Your withdrawal may have been accepted.')
  const send = confirm.getByRole('button', { name: 'Withdraw 300 USDT' })
  const ask = async () => {
    await button(page, 'Continue').click()
    await confirm.getByLabel(/^I compared the first and last/).check()
    await confirm.getByLabel('Your password').fill(player.password)
  }
  await ask()
  await expect(doubt).toBeHidden()
  await send.click()
  await expect(confirm.getByRole('alert').getByText('Something has changed.')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await send.click()
  await expect(doubt).toBeVisible()
  await expect(confirm.getByRole('link', { name: 'money history' })).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  // The result is shown at once.
  const rows = main(page).getByRole('button', { name: /300 USDT/ })
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('You have 700.00 available.')).toBeVisible()

  await ask()
  await expect(doubt).toBeVisible()
  await send.click()
  await expect.poll(() => keys.length).toBe(3)
  await expect(send).toBeEnabled()
  await page.goBack()
  await page.reload()
  await ask()
  await expect(doubt).toBeVisible()
  await send.click()
  await expect(confirm.getByText('The password is wrong. Try again.')).toBeVisible()
  await send.click()
  await expect(dialog(page, 'Withdrawal')).toBeVisible()
  await expect(page.getByText('It was sent more than once, but accepted only once.')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(1)
  // The page made a new key only for the request that the server refused.
  expect(keys).toHaveLength(5)
  expect(new Set(keys.slice(1)).size).toBe(1)
  expect(keys[0]).not.toBe(keys[1])

  // The whole balance leaves and the answer is lost again: the open question stays on screen.
  fates.push('dropped')
  await button(page, 'Max').click()
  await page.getByLabel('Your address on TRON').fill(ADDRESS)
  await ask()
  await confirm.getByRole('button', { name: 'Withdraw 700 USDT' }).click()
  await expect(doubt).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('You have nothing to withdraw yet.')).toBeVisible()
  await expect(main(page).getByRole('button', { name: /700 USDT/ })).toHaveCount(1)
})

test('a reload or a log-in drops the confirmation from the address, and Escape closes a new one at once', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/withdraw?option=usdt-tron.tron-practice&step=confirm')
  await expect(page).toHaveURL('/withdraw?option=usdt-tron.tron-practice')
  await page.getByLabel('Amount in USDT').fill('20')
  await page.getByLabel('Your address on TRON').fill(ADDRESS)
  await button(page, 'Continue').click()
  const confirm = dialog(page, 'Check and confirm')
  await expect(confirm).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('20')
})

test('a player who leaves during the request sees its result elsewhere, and the history follows it to its end', async ({
  page,
  newPlayer,
}) => {
  const player = await newPlayer()
  await page.clock.install()
  await beginLoggedIn(page, player)
  await openPage(page, '/withdraw')
  let leave = () => {}
  const isLeft = new Promise<void>((resolve) => (leave = resolve))
  await page.route('**/api/user/withdrawals', async (route) => {
    if (route.request().method() === 'POST') await isLeft
    await route.fallback()
  })
  await page.getByLabel('Amount in USDT').fill('20')
  await page.getByLabel('Your address on TRON').fill(ADDRESS)
  await button(page, 'Continue').click()
  const confirm = dialog(page, 'Check and confirm')
  await confirm.getByLabel(/^I compared the first and last/).check()
  await confirm.getByLabel('Your password').fill(player.password)
  await confirm.getByRole('button', { name: 'Withdraw 20 USDT' }).click()
  await page.goBack()
  await main(page).getByRole('link', { name: 'Money history' }).click()
  await expect(page).toHaveURL('/history?view=money')
  leave()
  await expect(page.getByText('Withdrawal of 20 USDT requested.')).toBeVisible()
  await expect(page).toHaveURL('/history?view=money')
  const row = main(page).getByRole('button', { name: /^Withdrawal/ })
  await expect(async () => {
    await page.clock.runFor(3_000)
    await expect(row).toContainText('Confirmed', { timeout: 500 })
  }).toPass()
  await openPage(page, '/withdraw')
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('')
})

test('a notice reports the end of a withdrawal on every page, also after a reload', async ({
  page,
  newPlayer,
  server,
}) => {
  const player = await newPlayer()
  const { token, password } = player
  await beginLoggedIn(page, player)
  await openPage(page, '/withdraw')
  await expect(main(page).getByText('None yet.')).toBeVisible()
  const body = {
    coin: 'usdt-tron',
    chain: 'tron-practice',
    amount: '20',
    fee: '1',
    address: ADDRESS,
    password,
  }
  const newest = main(page)
    .getByRole('button', { name: /20 USDT/ })
    .first()
  // On a busy machine the practice chain may confirm before the page shows the withdrawal, or during
  // navigation.
  await expect(async () => {
    await callApi(server, '/user/withdrawals', {
      token,
      body: { ...body, idempotencyKey: crypto.randomUUID() },
    })
    await openPage(page, '/withdraw')
    await expect(newest).toBeVisible()
    await openPage(page, '/promotion')
    await expect(page.getByText('Your withdrawal is confirmed: 19 USDT')).toBeVisible({ timeout: 12_000 })
  }).toPass()
})

test('a whitelist allows only old addresses and says so', async ({ page, newPlayer, allowConsole }) => {
  allowConsole(statusNoise(409))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/security')
  await main(page)
    .getByRole('link', { name: /^Withdrawal addresses/ })
    .click()
  const add = page.getByRole('form', { name: 'Add a withdrawal address' })
  await add.getByLabel('Address on TRON').fill(ADDRESS)
  await add.getByLabel('Name, if you like').fill('Cold wallet')
  await add.getByLabel('Your password').fill(player.password)
  await add.getByRole('button', { name: 'Add address' }).click()
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Cold wallet' })).toContainText(ADDRESS)
  const whitelist = page.getByRole('form', { name: 'Whitelist' })
  await whitelist.getByLabel('Your password').fill(player.password)
  await whitelist.getByRole('button', { name: 'Switch the whitelist on' }).click()
  await expect(main(page).getByText('Only the addresses below are allowed.')).toBeVisible()
  await expect(main(page).getByText(/^Usable from/)).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])

  await openPage(page, '/withdraw')
  await page.getByLabel('Amount in USDT').fill('20')
  await button(page, 'Cold wallet').click()
  await button(page, 'Continue').click()
  const confirm = dialog(page, 'Check and confirm')
  await confirm.getByLabel(/^I compared the first and last/).check()
  await confirm.getByLabel('Your password').fill(player.password)
  await confirm.getByRole('button', { name: 'Withdraw 20 USDT' }).click()
  await expect(confirm).toBeHidden()
  await expect(page.getByText('Your whitelist does not allow this address yet')).toBeVisible()
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('20')
})

for (const address of ['/withdraw', '/security/addresses', '/history?view=money']) {
  test(`${address} fits small screens`, async ({ page, newPlayer }) => {
    await beginLoggedIn(page, await newPlayer())
    await page.setViewportSize({ width: 320, height: 640 })
    await openPage(page, address)
    await expectFits(page, address)
  })
}
