import { expect, type Page } from '@playwright/test'
import { openFromTabBar, openPage } from '../support/app-pages.ts'
import { OFFLINE_NOISE, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { callApi, codeFor } from '../support/account-api.ts'
import {
  beginLoggedIn,
  confirmLogOut,
  button,
  logIn,
  logOut,
  main,
  NEW_PASSWORD,
  test,
  title,
} from '../support/journey-players.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const password = (page: Page, name = 'Password') => main(page).getByLabel(name, { exact: true })
const email = (page: Page) => main(page).getByLabel('E-mail', { exact: true })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const untilControlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

test('a visitor registers with a code from the mail and is logged in', async ({ page, server }) => {
  await openPage(page, '/register?ref=0123ABCD')
  await expect(main(page).getByLabel('Referral code (optional)')).toHaveValue('0123ABCD')
  await main(page).getByLabel('Referral code (optional)').fill('')

  await button(page, 'Send me a code').click()
  await expect(main(page).getByText('Please fill this in')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await email(page).fill('New.Player@Koi.example')
  await email(page).press('Enter')
  await expect(main(page).getByText('A code is on its way to New.Player@Koi.example.')).toBeVisible()
  // A server of practice money without SMTP shows the mail on the page.
  await expect(main(page).getByRole('button', { name: 'Fill it in' })).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^Send again in \d+ seconds$/ })).toBeDisabled()
  const code = main(page).getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')

  const digits = await codeFor(server, 'new.player@koi.example')
  // Phones may discard the page while the player reads the mail in another app. The code belongs to the
  // browser, not to the page.
  await page.reload()
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
  await password(page).fill('short')
  await main(page).getByLabel('Nickname (optional)').fill('lucky-carp')
  await button(page, 'Create account').click()
  await expect(password(page)).toBeFocused()
  await expect(main(page).getByText('Use 10 characters or more')).toBeVisible()
  await expect(main(page).getByText('please confirm that you are 18 or older')).toBeVisible()
  await password(page).fill(NEW_PASSWORD)
  await main(page).getByText('I am 18 or older', { exact: true }).click()
  await button(page, 'Create account').dblclick()

  await expect(page).toHaveURL('/accout')
  await expect(title(page)).toHaveText('lucky-carp')
  await expect(page.getByText('Welcome to Koi')).toBeVisible()
  expect(await stored(page, 'access_token')).toMatch(/^[\w-]{43}$/)
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))),
  ).toEqual([])

  const { uid } = JSON.parse((await stored(page, 'user')) ?? '{}') as { uid: number }
  const account = await openFromTabBar(page, 'Account')
  await expect(account).toContainText('lucky-carp')
  await expect(account).toContainText(String(uid))
  await expect(account).toContainText('0.00%')
  await account.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/security')
})

test('a form keeps its input, except the password, through a reload and a change of language', async ({
  page,
}) => {
  await openPage(page, '/register')
  await email(page).fill('draft@koi.example')
  await password(page).fill(NEW_PASSWORD)
  await main(page).getByLabel('Nickname (optional)').fill('half written')
  await main(page).getByText('I am 18 or older').click()
  await page.reload()
  await expect(email(page)).toHaveValue('draft@koi.example')
  await expect(password(page)).toHaveValue('')
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(NEW_PASSWORD)

  await openPage(page, '/language')
  await main(page).locator('label').filter({ hasText: '简体中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.goto('/register')
  await expect(title(page)).toHaveText('创建账户')
  await expect(main(page).getByLabel('昵称（选填）')).toHaveValue('half written')
  await expect(main(page).getByLabel('我已年满 18 岁')).toBeChecked()
  await main(page).getByRole('button', { name: '创建账户', exact: true }).click()
  await expect(main(page).getByText('请填写此项')).toHaveCount(2)
})

test('a wrong password shows a message, and the right one continues to the page the player wanted', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(401))
  const player = await newPlayer()
  await openPage(page, '/accout?from=%2Fresponsible-play%2Flimits')
  await logIn(page, { ...player, password: 'not the password' })
  await expect(main(page).getByText('E-mail or password is wrong.')).toBeVisible()
  await expect(email(page)).toHaveValue(player.email)
  await password(page).fill(player.password)
  await main(page).getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await password(page).press('Enter')
  await expect(page).toHaveURL('/responsible-play/limits')
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  // One request each for the page and for the offline copy.
  const kept = ['me', 'profile', 'security', 'responsible-play'].map((name) => `/api/user/${name}`)
  await expect.poll(() => kept.every((path) => asked.includes(path))).toBe(true)
  for (const path of kept) expect(asked.filter((each) => each === path)).toEqual([path])
})

test('the account is requested once, even when the player logs in before the app follows the account', async ({
  page,
  newPlayer,
}) => {
  const player = await newPlayer()
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  let isAskedFor = false
  await page.route(/\/later-[^/]+\.js$/, async (route) => {
    isAskedFor = true
    await held
    await route.continue()
  })
  await openPage(page, '/accout')
  await expect.poll(() => isAskedFor).toBe(true)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await logIn(page, player)
  await expect(title(page)).toHaveText(`Player ${player.uid}`)
  release()
  // Requested only for the offline copy.
  await expect.poll(() => asked).toContain('/api/user/security')
  expect(asked.filter((path) => path === '/api/user/me')).toHaveLength(1)
})

for (const from of [
  'https://elsewhere.example/',
  '/logout',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/x',
]) {
  test(`the log-in refuses to redirect to another site: ${JSON.stringify(from)}`, async ({
    page,
    newPlayer,
  }) => {
    const player = await newPlayer()
    await openPage(page, `/accout?from=${encodeURIComponent(from)}`)
    await logIn(page, player)
    await expect(title(page)).toHaveText(`Player ${player.uid}`)
    expect(new URL(page.url()).pathname).toBe('/accout')
  })
}

test('a log-out clears the device and ends the session, in this tab and all others', async ({
  page,
  context,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/accout')
  await expect(title(page)).toHaveText(`Player ${player.uid}`)
  const other = await context.newPage()
  await openPage(other, '/accout')
  await expect(title(other)).toHaveText(`Player ${player.uid}`)

  const account = await openFromTabBar(page, 'Account')
  await account.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/logout')
  // The log-out asks for confirmation: until the player answers, nothing happens.
  await expect(title(page)).toHaveText('Log out of Koi?')
  await main(page).getByRole('link', { name: 'Stay logged in' }).click()
  await expect(page).toHaveURL('/')
  expect(await stored(page, 'access_token')).not.toBeNull()
  await logOut(page)
  expect([await stored(page, 'access_token'), await stored(page, 'user')]).toEqual([null, null])

  await expect(title(other)).toHaveText('Welcome back')
  await expect(other.getByText('You logged out in another tab')).toBeVisible()
  // The device is cleared without waiting for the server's answer.
  await expect(async () => {
    const again = callApi(server, '/user/me', { method: 'GET', token: player.token })
    await expect(again).rejects.toThrow('401')
  }).toPass()

  await logIn(other, player)
  await expect(title(other)).toHaveText(`Player ${player.uid}`)
  await main(page).getByRole('link', { name: 'Go to the lobby' }).click()
  await expect(await openFromTabBar(page, 'Account')).toContainText(String(player.uid))
})

test('the next player on a device sees nothing of the player before', async ({ page, newPlayer }) => {
  const [first, second] = [await newPlayer(), await newPlayer()]
  await beginLoggedIn(page, first)
  await openPage(page, '/profile')
  await main(page).getByLabel('Phone number').fill('+15550100199')
  const account = await openFromTabBar(page, 'Account')
  await account.getByRole('link', { name: 'Logout' }).click()
  await confirmLogOut(page)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('5550100199')
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await logIn(page, second)
  await expect(title(page)).toHaveText(`Player ${second.uid}`)
  await main(page)
    .getByRole('link', { name: /^Profile/ })
    .click()
  await expect(main(page).getByLabel('Phone number')).toHaveValue('')
})

test('the page notices a session that was ended elsewhere, says so and deletes it', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(401))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/accout')
  // Otherwise the request for the balance would notice first.
  await expect(page.getByRole('banner').getByRole('button', { name: /^Balance/ })).toContainText('1,000.00')
  await callApi(server, '/user/logout', { body: {}, token: player.token })
  await main(page)
    .getByRole('link', { name: /^Security/ })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: 'Authorization verification failed' })).toBeVisible()
  await expect(main(page).getByText('Your session has ended')).toBeVisible()
  expect([await stored(page, 'access_token'), await stored(page, 'user')]).toEqual([null, null])
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a launch without a connection shows the menus of the logged-in player', async ({
    page,
    server,
    newPlayer,
    allowConsole,
  }) => {
    allowConsole(OFFLINE_NOISE)
    const player = await newPlayer()
    await beginLoggedIn(page, player)
    await openPage(page, '/accout')
    await untilControlled(page)
    await server.kill()
    await page.reload()
    await expect(title(page)).toHaveText(`Player ${player.uid}`)
    await expect(await openFromTabBar(page, 'Account')).toContainText(String(player.uid))
    expect(await stored(page, 'access_token')).toBe(player.token)
    await server.restart()
  })

  test('a player without a connection stays logged in and can log out', async ({
    page,
    server,
    newPlayer,
    allowConsole,
  }) => {
    allowConsole(OFFLINE_NOISE)
    const player = await newPlayer()
    await beginLoggedIn(page, player)
    await openPage(page, '/')
    await untilControlled(page)
    await server.kill()
    const account = await openFromTabBar(page, 'Account')
    await expect(account).toContainText(String(player.uid))
    expect(await stored(page, 'access_token')).toBe(player.token)
    await account.getByRole('link', { name: 'Logout' }).click()
    await confirmLogOut(page)
    expect([await stored(page, 'access_token'), await stored(page, 'user')]).toEqual([null, null])
    await server.restart()
    const ended = () =>
      callApi(server, '/user/me', { method: 'GET', token: player.token }).then(
        () => 'open',
        () => 'ended',
      )
    await expect.poll(ended).toBe('ended')
  })
})
