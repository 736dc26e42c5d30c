import { expect, type Page } from '@playwright/test'
import { callApi, registerPlayer } from '../support/account-api.ts'
import { lookAround, openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, PRACTICE_BLOCK_MS, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, logIn, test } from '../support/journey-players.ts'
import { opensServer, startKoiServer } from '../support/koi-server.ts'
import { expectFits, violations } from '../support/screen-checks.ts'

/** Makes the 19 confirmations take six seconds, so that even a busy machine shows them in between. */
const openUnhurried = opensServer({ TRUST_PROXY: '1', PRACTICE_BLOCK_MS: '300' })

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const addressOf = async (page: Page) =>
  (await dialog(page, 'Wallet address').getByTestId('deposit-address').textContent()) ?? ''
const simulate = async (page: Page, amount: string) => {
  const field = page.getByLabel('Amount in USDT')
  await field.fill(amount)
  await page.getByRole('button', { name: 'Send practice USDT' }).click()
}

test.describe('when confirmations take seconds', () => {
  test.use({ server: async ({ keep }, use) => use(await keep(openUnhurried)) })

  test('a visitor logs in, returns to the deposit address, and follows a transfer until it is credited', async ({
    page,
    newPlayer,
  }) => {
    const player = await newPlayer()
    await openPage(page, '/games')
    await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click()
    const deposit = dialog(page, 'Deposit')
    await expect(deposit.getByText('0.0023')).toBeVisible()
    await expect(deposit.getByRole('group', { name: 'You send USDT and get' })).toBeVisible()
    await deposit.getByRole('radio', { name: 'WIF' }).check()
    await deposit.getByRole('button', { name: /^Wallet Address/ }).click()
    await expect(page).toHaveURL(/panel=address/)
    await dialog(page, 'Wallet address').getByRole('link', { name: 'Log in' }).click()
    await logIn(page, player)

    const panel = dialog(page, 'Wallet address')
    await expect(panel.getByTestId('deposit-address')).toHaveText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    await expect(panel.getByRole('img', { name: 'QR code of your deposit address' })).toBeVisible()
    await expect(panel.getByText('Credited in WIF, at the rate')).toBeVisible()
    for (const words of [
      'Minimum deposit: 1 USDT',
      'Send only USDT',
      'Tron (TRC20)',
      'third-party',
      'real funds',
    ]) {
      await expect(panel.getByText(words).first()).toBeVisible()
    }
    await expect(panel.getByText('Waiting for your transfer')).toBeVisible()
    await simulate(page, '12,5')
    await expect(panel.getByText('Use a point: 12.5')).toBeVisible()
    await simulate(page, '0.5')
    await expect(panel.getByText(/Less than 1 USDT is never credited\. Enter/)).toBeVisible()
    await simulate(page, '12.5')
    await expect(panel.getByText('On its way: 12.5 USDT').first()).toBeAttached()
    await expect(panel.getByRole('progressbar', { name: 'Confirmations' })).toBeVisible()
    await expect(panel.getByText('Credited: 14.705882 WIF').first()).toBeAttached()
    await expect(page.getByText('Your deposit is credited: 14.705882 WIF')).toBeVisible()
    await expect(
      page.getByRole('button', { name: /^Balance 14\.70\d* WIF/, includeHidden: true }),
    ).toBeAttached()

    // The list behind the panel updates, and the deposit address does not change.
    const address = await addressOf(page)
    await panel.getByRole('button', { name: 'Back' }).click()
    const row = deposit.getByRole('region', { name: 'Your deposits' }).getByRole('listitem')
    await expect(row).toHaveText(/Credited: 14\.705882 WIF/)
    await openPage(page, '/?panel=address')
    await expect(panel.getByTestId('deposit-address')).toHaveText(address)
  })
})

test('the back button and the arrow lead from an inner panel to the outer one, and closing leads to the page', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/games')
  const [deposit, address, web3] = ['Deposit', 'Wallet address', 'Web3 wallet'].map((name) =>
    dialog(page, name),
  ) as [ReturnType<typeof dialog>, ReturnType<typeof dialog>, ReturnType<typeof dialog>]
  const wallets = dialog(page, 'Connect a wallet')
  await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click()
  const steps = await page.evaluate(() => history.length)
  for (const back of [
    () => page.goBack(),
    () => address.getByRole('button', { name: 'Back', exact: true }).click(),
  ]) {
    await deposit.getByRole('button', { name: /^Wallet Address/ }).click()
    await expect(address).toBeVisible()
    await back()
    await expect(deposit).toBeVisible()
    await expect(address).toBeHidden()
    // A second tap at the same place soon after the first counts as a double tap.
    await lookAround(page)
  }
  await deposit.getByRole('button', { name: /^Web3 wallet/ }).click()
  // The close button appears where the row was.
  await expect(web3.getByRole('button', { name: 'Connect a wallet' })).toBeVisible()
  await lookAround(page)
  await web3.getByRole('button', { name: 'Connect a wallet' }).click()
  await expect(wallets).toBeVisible()
  await page.goBack()
  await expect(web3).toBeVisible()
  await web3.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/games')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(deposit).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(steps + 2)

  // The same for a deep link that names the outer panel.
  await openPage(page, '/games?panel=deposit')
  await deposit.getByRole('button', { name: /^Wallet Address/ }).click()
  await page.goBack()
  await expect(deposit).toBeVisible()
  await page.goForward()
  await address.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/games')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a practice transfer whose answer was lost is not repeated after a reload, also on a page over plain HTTP', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE)
  // A home network serves the page over plain HTTP.
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined }))
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/?panel=address')
  const keys: string[] = []
  await page.route('**/api/practice/transfers', async (route) => {
    keys.push((route.request().postDataJSON() as { idempotencyKey: string }).idempotencyKey)
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await simulate(page, '3')
  await expect(dialog(page, 'Wallet address').getByText('Koi cannot be reached.')).toBeVisible()
  await page.reload()
  await simulate(page, '3')
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[1]).toBe(keys[0])
  await openPage(page, '/?panel=deposit')
  const rows = dialog(page, 'Deposit').getByRole('region', { name: 'Your deposits' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Credited' })).toHaveCount(1)
  await expect(rows).toHaveCount(1)
})

test('a deposit below the smallest amount is announced on every page and not credited', async ({
  page,
  newPlayer,
  server,
}) => {
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/?panel=address')
  await expect(dialog(page, 'Wallet address').getByTestId('deposit-address')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: 'Promotions' })
    .or(page.getByRole('link', { name: 'Refer' }))
    .first()
    .click()
  await expect(page).toHaveURL(/promotion/)
  const body = { amount: '0.5', idempotencyKey: crypto.randomUUID() }
  await callApi(server, '/practice/transfers', { token: player.token, body })
  await expect(page.getByText('A deposit of 0.5 USDT is below the minimum and is not credited')).toBeVisible()
})

test('the address is copied, or selected when the browser refuses the clipboard', async ({
  page,
  context,
  newPlayer,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/?panel=address')
  const panel = dialog(page, 'Wallet address')
  const address = await addressOf(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await panel.getByRole('button', { name: 'Copy the address' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.clock.runFor(1_990)
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.clock.runFor(20)
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeHidden()
  await page.clock.resume()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await panel.getByRole('button', { name: 'Copy the address' }).click()
  await expect(panel.getByText('The address is marked: copy it yourself')).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address)
})

test('the address screen scrolls to its top 100 ms after it opens, and polls the list when there is no push', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE)
  await page.route('**/api/live?*', (route) => route.abort('connectionreset'))
  await page.clock.install()
  await page.setViewportSize({ width: 390, height: 480 })
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/?panel=deposit')
  const panel = dialog(page, 'Wallet address')
  const address = panel.getByTestId('deposit-address')
  const open = dialog(page, 'Deposit').getByRole('button', { name: /^Wallet Address/ })
  await open.click()
  const outcomes = panel.getByText('What if I send too little, or the wrong token?')
  await outcomes.click()
  await expect(panel.getByText('A late transfer is still credited')).toBeVisible()
  await panel.getByRole('button', { name: 'Back' }).click()
  await expect(open).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await open.click()
  await page.clock.runFor(40)
  await panel.getByRole('button', { name: 'Send practice USDT' }).scrollIntoViewIfNeeded()
  await expect(address).not.toBeInViewport()
  await page.clock.runFor(40)
  await expect(address).not.toBeInViewport()
  await page.clock.runFor(40)
  await expect(address).toBeInViewport()
  await page.clock.resume()

  await simulate(page, '3')
  await expect(
    panel.getByText('Sent on the practice chain, waiting for its first block').first(),
  ).toBeAttached()
  await expect(async () => {
    await page.clock.runFor(6_500)
    await expect(panel.getByText(/^Credited: 0\.0069/).first()).toBeAttached({ timeout: 300 })
  }).toPass({ timeout: 15_000 })
})

test('a player can keep USDT as it is, and the choice is remembered', async ({ page, newPlayer }) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/?panel=deposit')
  const keep = dialog(page, 'Deposit').getByRole('radio', { name: 'Keep USDT' })
  await expect(dialog(page, 'Deposit').getByRole('radio', { name: 'SOL' })).toBeChecked()
  await keep.check()
  await expect(dialog(page, 'Deposit').getByText('Nothing is exchanged')).toBeVisible()
  await openPage(page, '/?panel=deposit')
  await expect(keep).toBeChecked()
  await dialog(page, 'Deposit')
    .getByRole('button', { name: /^Wallet Address/ })
    .click()
  const panel = dialog(page, 'Wallet address')
  await expect(panel.getByText('You keep USDT')).toBeVisible()
  await simulate(page, '40')
  await expect(panel.getByText('Credited: 40 USDT').first()).toBeAttached()
})

test('the coin on screen is the coin that is credited, even when another device chose a different one meanwhile', async ({
  page,
  newPlayer,
  server,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE)
  const { token, ...player } = await newPlayer()
  await beginLoggedIn(page, { ...player, token })
  await openPage(page, '/?panel=deposit')
  await dialog(page, 'Deposit').getByRole('radio', { name: 'WIF' }).check()
  await dialog(page, 'Deposit')
    .getByRole('button', { name: /^Wallet Address/ })
    .click()
  const panel = dialog(page, 'Wallet address')
  await expect(panel.getByText('Credited in WIF, at the rate')).toBeVisible()
  const elsewhere = { method: 'PUT', token, body: { receives: 'bonk-solana' } }
  await callApi(server, '/user/deposit-address', elsewhere)
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const address = '**/api/user/deposit-address'
  const [answer] = await Promise.all([page.waitForResponse(address), comeBack()])
  expect(answer.ok()).toBe(true)
  // A failed refresh must not clear the screen.
  await page.route(address, (route) => route.abort())
  await Promise.all([page.waitForEvent('requestfailed'), comeBack()])
  await simulate(page, '3')
  await expect(panel.getByText(/^Credited: .* WIF$/).first()).toBeAttached()
  await expect(panel.getByTestId('deposit-address')).toBeVisible()
})

test('a player on a break gets no deposit address, no offer and no way to pay', async ({
  page,
  newPlayer,
  server,
  allowConsole,
}) => {
  const player = await newPlayer()
  await callApi(server, '/user/time-out', { token: player.token, body: { hours: 24 } })
  allowConsole(/status of 409/)
  await beginLoggedIn(page, player)
  await openPage(page, '/?panel=address')
  const panel = dialog(page, 'Wallet address')
  await expect(panel.getByText('No deposits for now')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'See limits and breaks' })).toBeVisible()
  for (const [name, address] of [
    ['Deposit', '/?panel=deposit'],
    ['Web3 wallet', '/?panel=web3'],
  ] as const) {
    await openPage(page, address)
    await expect(dialog(page, name).getByText('No deposits for now')).toBeVisible()
    await expect(dialog(page, name).getByRole('switch')).toHaveCount(0)
    await expect(dialog(page, name).getByRole('button', { name: /wallet/i })).toHaveCount(0)
  }
})

test('the last known deposits are shown without an address while the server is down', async ({
  page,
  allowConsole,
}) => {
  const server = await startKoiServer({ env: { PRACTICE_BLOCK_MS: String(PRACTICE_BLOCK_MS) } })
  try {
    allowConsole(OFFLINE_NOISE, /ERR_INCOMPLETE_CHUNKED_ENCODING/)
    const player = await registerPlayer(server, 'offline@koi.example')
    await beginLoggedIn(page, player)
    await openPage(page, `${server.origin}/?panel=deposit`)
    await dialog(page, 'Deposit')
      .getByRole('button', { name: /^Wallet Address/ })
      .click()
    await simulate(page, '5')
    await expect(page.getByText(/^Credited: 0\.0115/).first()).toBeAttached()
    await server.kill()
    await dialog(page, 'Wallet address').getByRole('button', { name: 'Back' }).click()
    const deposit = dialog(page, 'Deposit')
    await expect(deposit.getByText(/You are offline\. These are your deposits as of/)).toBeVisible({
      timeout: 15_000,
    })
    await expect(deposit.getByText(/^Credited: 0\.0115/)).toBeVisible()
  } finally {
    await server.stop()
  }
})

test('both modals fit every width, and axe finds nothing in either theme', async ({
  page,
  newPlayer,
  server,
}) => {
  const { token, ...player } = await newPlayer()
  await callApi(server, '/user/deposit-address', {
    method: 'PUT',
    token,
    body: { receives: 'sol-solana' },
  })
  for (const amount of ['7', '0.4']) {
    const body = { amount, idempotencyKey: crypto.randomUUID() }
    await callApi(server, '/practice/transfers', { token, body })
  }
  // Waits until the toast is gone: it would cover the modal.
  const statuses = async () => {
    const path = '/user/deposits'
    const list = await callApi<{ deposits: { status: string }[] }>(server, path, { method: 'GET', token })
    return list.deposits.map(({ status }) => status).sort()
  }
  await expect.poll(statuses).toEqual(['below_minimum', 'credited'])
  await beginLoggedIn(page, { ...player, token })
  for (const address of ['/?panel=address', '/?panel=deposit']) {
    await openPage(page, address)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await violations(page, ['dark', 'light'])).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFits(page, address)
    await page.setViewportSize({ width: 390, height: 844 })
  }
  await expect(page.getByText('Below the minimum: 0.4 USDT')).toBeVisible()
  // In forced colours the chosen coin has a border, because its background colour is lost.
  await page.emulateMedia({ forcedColors: 'active' })
  const edges = page
    .getByRole('group', { name: 'You send USDT and get' })
    .locator('label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).outlineStyle))
  expect((await edges).toSorted()).toEqual(['none', 'none', 'none', 'none', 'solid'])
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('tab', { name: 'NFT' }).click()
  await expect(page.getByText('NFTs cannot be deposited as money')).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
})
