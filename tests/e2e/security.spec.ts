import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { TOTP } from 'otpauth'
import { ACCOUNT_PAGES, openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { callApi, codeFor } from '../support/account-api.ts'
import {
  addAuthenticator,
  beginLoggedIn,
  button,
  logIn,
  logInElsewhere,
  logOut,
  main,
  NEW_PASSWORD,
  openForPasskeyButton,
  test,
} from '../support/journey-players.ts'
import { untilAnswersKept } from '../support/offline-state.ts'
import { checkScreen, LANGUAGES } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test('a new password ends every other session', async ({ page, server, newPlayer, allowConsole }) => {
  allowConsole(statusNoise(400), statusNoise(401), statusNoise(403))
  const player = await newPlayer()
  const elsewhere = await logInElsewhere(server, player)
  await beginLoggedIn(page, player)
  await openPage(page, '/security')
  await main(page)
    .getByRole('link', { name: /^Password/ })
    .click()

  await page.getByLabel('Current password').fill('something else')
  await page.getByLabel('New password').fill('short')
  await button(page, 'Change password').click()
  await expect(page.getByText('Use 10 characters or more')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await button(page, 'Change password').click()
  await expect(page.getByText('The password is wrong. Try again.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill(player.password)
  await button(page, 'Change password').click()
  await expect(page.getByText('Your password is changed')).toBeVisible()

  await expect(callApi(server, '/user/me', { method: 'GET', token: elsewhere })).rejects.toThrow('401')
  await callApi(server, '/user/me', { method: 'GET', token: player.token })
  await expect(logInElsewhere(server, player)).rejects.toThrow('invalid_credentials')
  await logInElsewhere(server, { ...player, password: NEW_PASSWORD })
})

test('a player changes their address with the code mailed to it', async ({ page, server, newPlayer }) => {
  const player = await newPlayer()
  const email = `new-${player.email}`
  const sent = page.getByRole('paragraph').filter({ hasText: 'We have sent a code to' })
  await beginLoggedIn(page, player)
  await openPage(page, '/security/email')
  await page.getByLabel('New e-mail address').fill(email)
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Send a code').click()
  await expect(sent).toContainText(email)
  // Phones may discard the page while the player reads the mail in another app.
  await page.reload()
  await expect(sent).toContainText(email)
  await page.getByLabel('Code from the mail').fill(await codeFor(server, email))
  await button(page, 'Change address').click()
  await expect(page.getByText(`Your address is ${email}`)).toBeVisible()
  await logInElsewhere(server, { ...player, email })
  await page.getByRole('link', { name: 'Back to security' }).click()
  await expect(main(page).getByRole('link', { name: /^E-mail address/ })).toContainText(email)
})

test('the log-in asks for the second step, and a recovery code works once', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(400), statusNoise(401), statusNoise(403))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/security/two-step')
  await main(page).getByRole('link', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Go on').click()
  await expect(page.getByRole('img', { name: 'QR code with the secret below' }).locator('svg')).toBeVisible()
  const secret = (await main(page).locator('code').innerText()).replace(/\s/g, '')
  await page.getByLabel('Code your app shows now').fill(new TOTP({ secret }).generate())
  await button(page, 'Switch on').click()

  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await page.getByTestId('recovery-codes').locator('li').allInnerTexts()
  expect(codes.length).toBeGreaterThanOrEqual(8)
  const download = page.waitForEvent('download')
  await button(page, 'Download').click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
  await button(page, 'Done').click()
  await expect(page.getByText('Save the codes first, then tick this box')).toBeVisible()
  await main(page).locator('label').filter({ hasText: 'I have saved these codes' }).click()
  await button(page, 'Done').click()
  await expect(page.getByText('Two-step login is on')).toBeVisible()
  await expect(logInElsewhere(server, player)).rejects.toThrow('totp_required')

  const [first = ''] = codes
  await logOut(page)
  await openPage(page, '/accout')
  await logIn(page, player)
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(first.toLowerCase())
  await button(page, 'Log in').click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Welcome back')
  await expect(
    callApi(server, '/auth/login', {
      body: { email: player.email, password: player.password, code: first },
    }),
  ).rejects.toThrow('totp_invalid')

  await openPage(page, '/security/two-step')
  await expect(main(page).getByText(`${codes.length - 1} recovery codes are left.`)).toBeVisible()
  await main(page).getByRole('link', { name: 'New recovery codes' }).click()
  await page.getByLabel('Your password').fill(player.password)
  await page.getByLabel('Code').fill(codes[1] ?? '')
  await button(page, 'Make new codes').click()
  await expect(page.getByTestId('recovery-codes').locator('li')).toHaveCount(codes.length)
  const renewed = await page.getByTestId('recovery-codes').locator('li').allInnerTexts()
  expect(renewed.filter((code) => codes.includes(code))).toEqual([])

  await openPage(page, '/security/two-step?step=off')
  await page.getByLabel('Your password').fill(player.password)
  await page.getByLabel('Code').fill(renewed[0] ?? '')
  await button(page, 'Switch off').click()
  await expect(page.getByText('Two-step login is off')).toBeVisible()
  await logInElsewhere(server, player)
})

test('a passkey logs in without a name, and not after it is removed', async ({ page, server, newPlayer }) => {
  const player = await newPlayer()
  const origin = `http://localhost:${server.port}`
  const authenticator = await addAuthenticator(page)
  await beginLoggedIn(page, player)
  await openPage(page, `${origin}/security/passkeys`)
  await expect(page.getByLabel('Name')).toHaveValue(/Chrome/)
  await page.getByLabel('Name').fill('My phone')
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Add a passkey').click()
  await expect(main(page).getByRole('listitem')).toContainText('My phone')

  await logOut(page, origin)
  const login = `${origin}/accout?from=%2Fsecurity%2Fpasskeys`
  await openForPasskeyButton(page, authenticator, () => openPage(page, login))
  await button(page, 'Use a passkey').click()
  await expect(page).toHaveURL(`${origin}/security/passkeys`)
  await expect(main(page).getByRole('listitem')).toContainText('My phone')

  await main(page).getByRole('link', { name: 'Remove My phone' }).click()
  const question = page.getByRole('dialog', { name: 'Remove “My phone”?' })
  await page.goBack()
  await expect(question).toBeHidden()
  await main(page).getByRole('link', { name: 'Remove My phone' }).click()
  await question.getByLabel('Your password').fill(player.password)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(main(page).getByText('None yet.')).toBeVisible()
})

test('a page opened by IP address says why there are no passkeys', async ({ page, newPlayer }) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/security/passkeys')
  await expect(main(page).getByText('this page was opened by an IP address')).toBeVisible()
  await expect(button(page, 'Add a passkey')).toHaveCount(0)
})

test('a player ends sessions one by one or all at once', async ({ page, server, newPlayer }) => {
  const player = await newPlayer()
  const [first] = [await logInElsewhere(server, player), await logInElsewhere(server, player)]
  await logInElsewhere(server, player)
  await beginLoggedIn(page, player)
  await openPage(page, '/security/sessions')
  const sessions = page.getByTestId('session')
  await expect(sessions).toHaveCount(4)
  await expect(sessions.first()).toContainText('This device')
  await expect(main(page).getByText('Logged in · Password').first()).toBeVisible()
  await sessions.last().getByRole('button').click()
  await expect(sessions).toHaveCount(3)
  await main(page).getByRole('link', { name: 'Log out all other devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out all' }).click()
  await expect(sessions).toHaveCount(1)
  await expect(callApi(server, '/user/me', { method: 'GET', token: first })).rejects.toThrow('401')
  await expect(sessions).toContainText('This device')
})

test('a player’s own picture is checked, shown, uploaded and removed', async ({ page, newPlayer }) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/profile')
  const input = page.getByLabel('Picture file')
  await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible()
  await input.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(2 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('This picture is larger than 2 MB')).toBeVisible()
  await input.setInputFiles('public/icons/icon-192.png')
  const picture = main(page).getByTestId('avatar').locator('img')
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await button(page, 'Use this picture').click()
  await expect(picture).toHaveAttribute('src', /^\/(?!\/)/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await button(page, 'Remove picture').click()
  await expect(picture).toHaveCount(0)
})

test('the profile checks name and contact data, with the messages of the specification', async ({
  page,
  newPlayer,
}) => {
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/profile')
  await page.getByLabel('Nickname', { exact: true }).fill('lucky-carp')
  await button(page, 'Save nickname').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('lucky-carp')

  await button(page, 'Save contact').click()
  for (const message of [
    'Please fill in the name',
    'Malformed phone number',
    'Address can not be empty',
    'Please select a receiving area',
  ]) {
    await expect(main(page).getByText(message, { exact: true })).toBeVisible()
  }
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await name.fill('Ada Carp')
  await page.getByLabel('Phone number').fill('+1 555 010 0199')
  await page.getByLabel('Address', { exact: true }).fill('1 Pond Lane')
  await page.reload()
  await expect(name).toHaveValue('Ada Carp')
  await page.getByLabel('Receiving area').selectOption({ label: 'Japan' })
  await button(page, 'Save contact').click()
  await expect(page.getByText('Contact data saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Phone number')).toHaveValue('+15550100199')

  const download = page.waitForEvent('download')
  await button(page, 'Download my data').click()
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Save as a file').click()
  const data = await readFile(await (await download).path(), 'utf8')
  expect(data).toContain(player.email)
  expect(data).not.toContain(player.token)
  await button(page, 'Remove it').click()
  await expect(name).toHaveValue('')
})

test('a closed account is gone on this device and on all others', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  // The server refuses requests that are in flight when the session ends.
  allowConsole(statusNoise(400), statusNoise(403), statusNoise(401))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/security/close')
  await expect(main(page)).toContainText('This account holds money')
  await expect(main(page)).toContainText(/USDT · TRON\s*1,000\.00/)
  await page.getByLabel('Your password').fill('not my password')
  await button(page, 'Close account').click()
  await expect(page.getByText('Please confirm this first')).toHaveCount(2)
  await main(page).locator('label').filter({ hasText: 'I give up' }).click()
  await main(page).locator('label').filter({ hasText: 'for good' }).click()
  await button(page, 'Close account').click()
  await expect(page.getByText('The password is wrong. Try again.')).toBeVisible()
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Close account').click()
  await expect(page.getByText('Your account is closed')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await expect(page.getByText('Authorization verification failed')).toBeHidden()
  await expect(logInElsewhere(server, player)).rejects.toThrow('invalid_credentials')
})

test('each page of an account asks a visitor to log in', async ({ page }) => {
  for (const address of ACCOUNT_PAGES.slice(1)) {
    await openPage(page, address)
    const link = main(page).getByRole('link', { name: 'Log in' })
    await expect(link, address).toBeVisible()
  }
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`/accout?from=${encodeURIComponent(ACCOUNT_PAGES.at(-1) ?? '')}`)
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('security shows its last known state, but no sessions', async ({
    page,
    server,
    newPlayer,
    allowConsole,
  }) => {
    allowConsole(OFFLINE_NOISE)
    await beginLoggedIn(page, await newPlayer())
    await openPage(page, '/security')
    await untilAnswersKept(page, '/user/security')
    await server.kill()
    await openPage(page, '/security/two-step')
    await expect(main(page).getByText('You need an authenticator app')).toBeVisible()
    await openPage(page, '/security/sessions')
    await expect(main(page).getByRole('heading', { name: 'You are offline' }).first()).toBeVisible({
      timeout: 20_000,
    })
  })
})

for (const language of LANGUAGES) {
  test(`axe finds nothing on account pages in ${language}, everything fits, and the keyboard reaches all of it`, async ({
    page,
    newPlayer,
  }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
    await beginLoggedIn(page, await newPlayer())
    for (const address of ACCOUNT_PAGES)
      await test.step(address, () => checkScreen(page, address, { language }))
  })
}
