import { expect, type Page } from '@playwright/test'
import {
  ACCOUNT_PAGES,
  APP_PAGES,
  choose,
  openPage,
  PANEL_NAMES,
  PLAY_TOOL_PAGES,
} from '../support/app-pages.ts'
import { OFFLINE_NOISE, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { callApi } from '../support/account-api.ts'
import { beginLoggedIn, logOut, main, test } from '../support/journey-players.ts'
import { keptBy } from '../support/offline-state.ts'
import { betButton } from '../support/play-screen.ts'
import { checkScreen, LANGUAGES, openScreen } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const DAY_MS = 24 * 60 * 60 * 1000
const limit = (page: Page, name: string) => page.getByTestId(`limit-${name}`)
const breakPage = (page: Page) => page.getByTestId('play-break')

async function setLimit(page: Page, name: string, amount: string) {
  await limit(page, name).getByRole('link').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Limit in US dollars').fill(amount)
  await sheet.getByRole('button', { name: 'Set limit' }).click()
}

const confirmBreak = (page: Page) =>
  main(page).locator('label').filter({ hasText: 'I cannot play or deposit until' }).click()

test('a lower limit applies at once, and a higher one waits a day and for a confirmation', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(409))
  await page.clock.install()
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/responsible-play/limits')
  const day = limit(page, 'deposit-day')
  await setLimit(page, 'deposit-day', '1e3')
  const sheet = page.getByRole('dialog', { name: 'Deposits in a day' })
  await expect(sheet.getByText('Enter an amount in dollars, such as 100 or 18.75')).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await setLimit(page, 'deposit-day', '100')
  await expect(day).toContainText('$100.00')
  await setLimit(page, 'deposit-day', '18.75')
  await expect(day).toContainText('$18.75')
  await expect(day.getByRole('button')).toHaveCount(0)

  await setLimit(page, 'deposit-day', '250')
  await expect(day).toContainText('You asked for $250.00')
  await expect(day.getByRole('link')).toContainText('$18.75')
  await expect(day.getByRole('button', { name: 'Confirm' })).toHaveCount(0)

  await test.step('the end of a break follows the server’s clock, not the device’s', async () => {
    await page.clock.fastForward(DAY_MS + 60_000)
    await day.getByRole('button', { name: 'Confirm' }).click()
    await expect(
      page.getByText('You cannot confirm the higher limit yet. Wait until 24 hours have passed.'),
    ).toBeVisible()
  })
  await day.getByRole('button', { name: 'Keep the limit as it is' }).click()
  await expect(day).not.toContainText('You asked for')
  await expect(day).toContainText('$18.75')
  await openPage(page, '/responsible-play')
  await expect(main(page).getByRole('link', { name: /^Limits/ })).toContainText('1 limit set')
})

test('a bet beyond a limit leads to the limits', async ({ page, server, newPlayer, allowConsole }) => {
  allowConsole(statusNoise(409), statusNoise(403))
  const player = await newPlayer()
  await callApi(server, '/user/limits/wager/day', {
    method: 'PUT',
    token: player.token,
    body: { amount: '0.50' },
  })
  await beginLoggedIn(page, player)
  await openPage(page, '/games/dice/play?coin=usdt-tron')
  await expect(betButton(page)).toHaveText('Bet 1.00 USDT')
  await betButton(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'This bet would go beyond a limit you have set.' })
  await alert.getByRole('link', { name: 'See your limits' }).click()
  await expect(page).toHaveURL('/responsible-play/limits')
})

test('a time-out replaces every game, demo play too, and can only be made longer', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/games/dice/play')
  await expect(page.getByTestId('play-dice')).toBeVisible()
  await openPage(page, '/responsible-play/time-out')
  await choose(page, '3 days')
  const start = main(page).getByRole('button', { name: 'Start time-out' })
  await start.click()
  await expect(main(page).getByText('Please confirm this first')).toBeVisible()
  await confirmBreak(page)
  await choose(page, '1 week')
  await expect(main(page).getByRole('checkbox'), 'the yes was to another end').not.toBeChecked()
  await choose(page, '3 days')
  await confirmBreak(page)
  await start.click()
  await expect(main(page).getByText(/^Your time-out runs until/)).toBeVisible()
  await expect(main(page).getByRole('radio', { name: /24 hours|3 days/ })).toHaveCount(0)
  await choose(page, '1 week')
  await confirmBreak(page)
  await main(page).getByRole('button', { name: 'Make it longer' }).click()
  await expect(main(page).getByRole('radio', { name: '1 week' })).toHaveCount(0)

  for (const game of ['dice', 'mines']) {
    await openPage(page, `/games/${game}/play`)
    await expect(breakPage(page)).toContainText('You are taking a break')
    await expect(breakPage(page).getByRole('link', { name: /Gambling Therapy/ })).toHaveAttribute(
      'rel',
      /noopener/,
    )
    await expect(page.getByTestId(`play-${game}`)).toHaveCount(0)
  }
})

test('a break that begins elsewhere stops a game, and moving the clock forward does not end it', async ({
  page,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/games/limbo/play')
  await expect(page.getByTestId('play-limbo')).toBeVisible()
  await callApi(server, '/user/time-out', { token: player.token, body: { hours: 24 } })
  await page.clock.install()
  await page.reload()
  await expect(breakPage(page)).toBeVisible()
  const asked = page.waitForResponse('**/api/user/responsible-play')
  await page.clock.fastForward(DAY_MS + 60_000)
  await asked
  await page.clock.fastForward(1_000)
  await expect(breakPage(page)).toBeVisible()
  await expect(page.getByTestId('play-limbo')).toHaveCount(0)
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a break still blocks the games', async ({ page, server, newPlayer, allowConsole }) => {
    allowConsole(OFFLINE_NOISE)
    const player = await newPlayer()
    await callApi(server, '/user/time-out', { token: player.token, body: { hours: 72 } })
    await beginLoggedIn(page, player)
    await openPage(page, '/games/dice/play')
    await expect(breakPage(page)).toBeVisible()
    await expect.poll(async () => (await keptBy(page)).isControlled).toBe(true)
    await server.kill()
    await openPage(page, '/games/mines/play')
    await expect(breakPage(page)).toContainText('Your time-out runs until')
  })
})

/** Visible links, buttons and sentences that invite the player to play or to pay. */
const invitations = (page: Page) =>
  page.evaluate(() => {
    const names = [...document.querySelectorAll<HTMLElement>('a, button')]
      .filter((each) => each.checkVisibility())
      .map((each) => (each.getAttribute('aria-label') ?? each.innerText).trim())
      .filter((name) => /^(?:Deposit|Play|Play .*|Bet \d.*|Crypto Deposit|See rates and rules)$/.test(name))
    const sentences =
      /bonus deposit|on your first deposit|bonus on your deposits|first two deposits|invite friends|continue playing|big wins|live bets|your newest wins|daily wheel|free rounds|rakeback|XP for each|releases? (?:it|the rest)/i
    return [...names, ...document.body.innerText.split('\n').filter((line) => sentences.test(line))]
  })

/** Without the developer pages, which show all components. */
const SCREENS = [
  ...APP_PAGES.map(({ path }) => path).filter((path) => !/^\/(?:unocss|mock|logout|counter)$/.test(path)),
  ...ACCOUNT_PAGES,
  ...Object.keys(PANEL_NAMES).map((panel) => `/?panel=${panel}`),
  ...['/promotion?tab=referral', '/games/mines/play', '/history?view=bets'],
]

test('no screen invites the player to play or to pay during a break', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  // The server gives out no deposit address.
  allowConsole(statusNoise(409))
  test.setTimeout(400_000)
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  const INVITING = ['/', '/promotion', '/gift', '/rewards', '/games/dice', '/?panel=coins', '/?panel=menu']
  for (const address of [...INVITING, '/history?view=money', '/accout']) {
    await openScreen(page, address)
    await expect.poll(() => invitations(page), { message: `${address} without a break` }).not.toEqual([])
  }

  await openPage(page, '/')
  await callApi(server, '/user/time-out', { token: player.token, body: { hours: 24 } })
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Deposit' })).toHaveCount(0)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    // A wide screen shows the menu beside the page.
    const wide = INVITING.filter((address) => address !== '/?panel=menu')
    for (const address of width === 390 ? SCREENS : wide) {
      await openScreen(page, address)
      // With an open stream the network is never idle.
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
      // It lists what would be lost with the account.
      if (address === '/security/close') continue
      expect.soft(await invitations(page), `${address} at ${width}`).toEqual([])
    }
  }
  await openPage(page, '/promotion')
  await expect(main(page).getByText('There are no offers here until it is over.')).toBeVisible()
})

test('a self-exclusion needs two confirmations and cannot be undone', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(400), statusNoise(403))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  await openPage(page, '/responsible-play/self-exclusion')
  const exclude = main(page).getByRole('button', { name: 'Exclude me' })
  await exclude.click()
  await expect(main(page).getByText('Please confirm this first')).toHaveCount(2)
  await choose(page, '1 year')
  for (const words of ['I cannot play or deposit until', 'nobody can end this early']) {
    await main(page).locator('label').filter({ hasText: words }).click()
  }
  await page.getByLabel('Your password').fill('not my password')
  await exclude.click()
  await expect(main(page).getByText('The password is wrong. Try again.')).toBeVisible()
  await page.getByLabel('Your password').fill(player.password)
  await exclude.click()
  await expect(main(page).getByText(/^Your self-exclusion runs until/)).toBeVisible()

  await expect(main(page).getByRole('radio', { name: /6 months|1 year/ })).toHaveCount(0)
  await openPage(page, '/responsible-play/time-out')
  await expect(main(page).getByText('During a self-exclusion, you do not need a time-out.')).toBeVisible()
  await expect(
    callApi(server, '/user/self-exclusion', {
      token: player.token,
      body: { months: 6, password: player.password },
    }),
  ).rejects.toThrow('break_active')
  await expect(
    callApi(server, '/user/time-out', { token: player.token, body: { hours: 24 } }),
  ).rejects.toThrow('break_active')
  await openPage(page, '/games/plinko/play')
  await expect(breakPage(page)).toContainText('Your self-exclusion runs until')
  // Logging out and in again changes nothing.
  await logOut(page)
  await callApi(server, '/auth/login', { body: { email: player.email, password: player.password } })
})

test('the reminder comes after the chosen time of play', async ({ page, newPlayer }) => {
  await page.clock.install()
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/responsible-play/reminder')
  await choose(page, 'Every 15 minutes')
  await expect(page.getByText('Saved')).toBeVisible()

  await openPage(page, '/games/dice/play?coin=demo')
  await expect(page.getByTestId('play-balance')).toContainText(/\d/)
  const reminder = page.getByRole('dialog', { name: 'Time to check the clock' })
  // Minute by minute: time counts only after the page has loaded the chosen interval.
  for (let minute = 0; minute < 10; minute += 1) {
    await page.clock.fastForward(60_000)
    await page.waitForTimeout(300)
  }
  await expect(reminder).toBeHidden()
  await page.reload()
  await expect(page.getByTestId('play-balance')).toContainText(/\d/)
  await betButton(page).focus()
  let minutes = 0
  await expect(async () => {
    minutes += 1
    await page.clock.fastForward(60_000)
    await expect(reminder).toBeVisible({ timeout: 300 })
  }).toPass()
  // Some minutes were played before the reload.
  expect(minutes).toBeLessThan(15)
  await expect(reminder).toContainText(/You have played for 1[56] minutes in this session\./)
  await expect(reminder).toContainText('Net result of the session, in demo coins')
  await reminder.getByRole('button', { name: 'Go on' }).click()
  await expect(reminder).toBeHidden()
  await expect(betButton(page)).toBeFocused()

  await page.clock.fastForward(15 * 60_000)
  await expect(reminder).toContainText(/You have played for 3[0-2] minutes in this session\./)
  await reminder.getByRole('link', { name: 'Take a break' }).click()
  await expect(page).toHaveURL('/responsible-play/time-out')
})

test('a visitor reads what tools there are and where to find help, and is offered to log in', async ({
  page,
}) => {
  for (const address of PLAY_TOOL_PAGES.slice(0, -1)) {
    await openPage(page, address)
    await expect(main(page).getByRole('link', { name: 'Log in' }), address).toBeVisible()
  }
  await openPage(page, '/responsible-play')
  await expect(main(page).getByRole('link', { name: /GamCare/ })).toHaveAttribute('target', '_blank')
})

for (const language of LANGUAGES) {
  test(`axe finds nothing on the tools and on a break in ${language}, everything fits, and the keyboard reaches all of it`, async ({
    page,
    server,
    newPlayer,
  }) => {
    test.slow()
    const player = await newPlayer()
    const put = (body: unknown) =>
      callApi(server, '/user/limits/deposit/day', { method: 'PUT', token: player.token, body })
    await put({ amount: '50' })
    await put({ amount: null })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
    await beginLoggedIn(page, player)
    const check = (address: string) => test.step(address, () => checkScreen(page, address, { language }))
    for (const address of PLAY_TOOL_PAGES) await check(address)
    await callApi(server, '/user/time-out', { token: player.token, body: { hours: 24 } })
    for (const address of ['/responsible-play', '/responsible-play/time-out', '/games/dice/play']) {
      await check(address)
    }
  })
}
