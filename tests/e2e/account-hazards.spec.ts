import { expect, type Page } from '@playwright/test'
import { ACCOUNT_PAGES, lookAround, openPage, PLAY_TOOL_PAGES } from '../support/app-pages.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { callApi, codeFor } from '../support/account-api.ts'
import {
  addAuthenticator,
  beginLoggedIn,
  button,
  logIn,
  logInElsewhere,
  logOut,
  main,
  openForPasskeyButton,
  test,
} from '../support/journey-players.ts'
import { betButton, openPlay } from '../support/play-screen.ts'
import { openScreen } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const ended = (page: Page) => main(page).getByRole('heading', { name: 'Your session has ended' })
const nowhere = (page: Page) => page.evaluate(() => document.activeElement === document.body)

/** Open to visitors too: the overview of responsible play, and demo games. */
const OWN_PAGES = [
  ...ACCOUNT_PAGES,
  ...PLAY_TOOL_PAGES.filter((each) => each.startsWith('/responsible-play/')),
]

test('a player whose session ends while they fill a form logs in and continues in the same form', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(401))
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  for (const [address, field, send, token] of [
    ['/responsible-play/limits?limit=loss-week', 'Limit in US dollars', 'Set limit', player.token],
    ['/profile', 'Phone number', 'Save contact', undefined],
  ] as const) {
    await openScreen(page, address)
    const typed = address === '/profile' ? '+15550100199' : '75'
    await page.getByLabel(field, { exact: true }).fill(typed)
    // These background requests would notice the ended session before the player does anything.
    await lookAround(page)
    const dead = token ?? (await page.evaluate(() => localStorage.getItem('access_token')))
    await callApi(server, '/user/logout', { body: {}, token: dead ?? '' })
    // The page may have noticed by itself by now. Then the button is gone.
    const ask = async () => {
      if (address === '/profile') return page.getByLabel('Language of mails').selectOption('zh-CN')
      await page.getByRole('button', { name: send }).click()
    }
    await Promise.race([ask().catch(() => undefined), ended(page).waitFor()])
    await expect(ended(page), address).toBeVisible()
    await expect(main(page).getByText('What you typed is kept')).toBeVisible()
    await expect.poll(() => nowhere(page), `${address}: the focus is lost`).toBe(false)

    await main(page).getByRole('link', { name: 'Log in' }).click()
    await logIn(page, player)
    await expect(page).toHaveURL(address)
    await expect(page.getByLabel(field, { exact: true }), address).toHaveValue(typed)
  }
})

test('every page of a player notices an invalid token, says so and deletes it', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(401))
  const player = await newPlayer()
  await callApi(server, '/user/logout', { body: {}, token: player.token })
  await openPage(page, '/language')
  for (const address of OWN_PAGES) {
    await page.evaluate(
      ([token, user]) => {
        localStorage.setItem('access_token', token)
        localStorage.setItem('user', user)
      },
      [player.token, JSON.stringify({ uid: player.uid, nickname: '', avatar: '' })] as const,
    )
    await page.goto(address)
    await expect(ended(page), address).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Log in' }), address).toHaveAttribute(
      'href',
      `/accout?from=${encodeURIComponent(address)}`,
    )
    expect(await page.evaluate(() => localStorage.getItem('access_token')), address).toBeNull()
  }
})

test('a log-out in another tab does not move the focus', async ({ page, context, newPlayer }) => {
  const player = await newPlayer()
  await beginLoggedIn(page, player)
  const other = await context.newPage()
  await openPage(page, '/security/email')
  await openPage(other, '/settings')
  await page.getByLabel('New e-mail address').focus()
  await logOut(other)
  await expect(main(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(main(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(main(page).getByRole('link', { name: 'Log in' })).toBeFocused()
})

test('the focus stays inside the page when the focused row is removed', async ({
  page,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await logInElsewhere(server, player)
  // Delays the code that follows the account: the page must work without it.
  let isAskedFor = false
  await page.route(/\/later-[^/]+\.js$/, () => void (isAskedFor = true))
  await beginLoggedIn(page, player)
  await openPage(page, '/security/sessions')
  await expect.poll(() => isAskedFor).toBe(true)
  const elsewhere = page.getByTestId('session').last().getByRole('button')
  await elsewhere.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('session')).toHaveCount(1)
  await expect.poll(() => nowhere(page)).toBe(false)
  expect(await main(page).evaluate((each) => each.contains(document.activeElement))).toBe(true)
})

test('a cancelled passkey shows a message, and the last passkey can be removed', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(401))
  const player = await newPlayer()
  const origin = `http://localhost:${server.port}`
  const authenticator = await addAuthenticator(page)
  await beginLoggedIn(page, player)
  await openPage(page, `${origin}/security/passkeys`)

  await authenticator.refuse()
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Add a passkey').click()
  await expect(
    main(page).getByText('This is not the right passkey, or it took too long. Try again.'),
  ).toBeVisible()
  await expect(page.getByLabel('Your password')).toHaveValue(player.password)
  await authenticator.accept()
  await button(page, 'Add a passkey').click()
  await expect(main(page).getByRole('listitem')).toHaveCount(1)

  await test.step('a cancelled log-in shows a message', async () => {
    await logOut(page, origin)
    await authenticator.refuse()
    await openForPasskeyButton(page, authenticator, () => openPage(page, `${origin}/accout`))
    await button(page, 'Use a passkey').click()
    await expect(main(page).getByText('No passkey was used. Try again, or log in with e-mail.')).toBeVisible()
    await expect(button(page, 'Use a passkey')).toBeEnabled()
    // The error of one way to log in disappears when the player tries the next.
    const email = main(page).getByLabel('E-mail', { exact: true })
    await email.fill(player.email)
    await main(page).getByLabel('Password', { exact: true }).fill('not the password')
    await button(page, 'Log in').click()
    const wrong = main(page).getByText('E-mail or password is wrong.', { exact: false })
    await expect(wrong).toBeVisible()
    await expect(main(page).getByText('No passkey was used.', { exact: false })).toHaveCount(0)
    await button(page, 'Use a passkey').click()
    await expect(main(page).getByText('No passkey was used.', { exact: false })).toBeVisible()
    await expect(wrong).toHaveCount(0)
    await logIn(page, player)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Player ${player.uid}`)
  })

  await authenticator.accept()
  await openPage(page, `${origin}/security/passkeys`)
  const remove = main(page).getByRole('link', { name: /^Remove/ })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Your password').fill(player.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(main(page).getByText('None yet.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => nowhere(page)).toBe(false)
  await logInElsewhere(server, player)
})

test('a wrong code leaves the address unchanged, and the right code still works afterwards', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  allowConsole(statusNoise(400))
  const player = await newPlayer()
  const email = `next-${player.email}`
  await beginLoggedIn(page, player)
  await openPage(page, '/security/email')
  await page.getByLabel('New e-mail address').fill(email)
  await page.getByLabel('Your password').fill(player.password)
  await button(page, 'Send a code').click()
  const code = page.getByLabel('Code from the mail')
  const right = await codeFor(server, email)
  await code.fill(right === '123456' ? '654321' : '123456')
  await button(page, 'Change address').click()
  await expect(main(page).getByText('This code is wrong or too old.')).toBeVisible()
  await expect(code).toBeFocused()
  await logInElsewhere(server, player)
  await code.fill(right)
  await code.press('Enter')
  await expect(page.getByText(`Your address is ${email}`)).toBeVisible()
  await logInElsewhere(server, { ...player, email })
})

test.describe('during auto-play', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.setItem('play-preferences', '{"instant":true}')
    })
  })

  const stop = (page: Page) => page.getByRole('button', { name: 'Stop auto-play' })
  async function startAuto(page: Page): Promise<void> {
    await page.getByLabel('Bet amount').fill('0.1')
    await page.getByRole('button', { name: 'Auto', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Auto-play' })
    await sheet.getByLabel('Number of bets').fill('5000')
    await sheet.getByRole('button', { name: /^Start/ }).click()
    await expect(stop(page)).toBeVisible()
  }
  const betsOf = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('koi-play')
          opening.onerror = () => reject(new Error('The database cannot be opened'))
          opening.onsuccess = () => {
            const count = opening.result.transaction('bets').objectStore('bets').count()
            count.onsuccess = () => {
              opening.result.close()
              resolve(count.result)
            }
          }
        }),
    )
  async function expectStill(page: Page): Promise<void> {
    const placed = await betsOf(page)
    expect(placed).toBeGreaterThan(0)
    await page.waitForTimeout(1_500)
    expect(await betsOf(page)).toBe(placed)
  }

  test('the reminder stops it before it opens', async ({ page, server, newPlayer }) => {
    const player = await newPlayer()
    await callApi(server, '/user/reminder', { method: 'PUT', token: player.token, body: { minutes: 15 } })
    await beginLoggedIn(page, player)
    await page.addInitScript((uid) => {
      // Leaves some seconds of the quarter of an hour, in which even a busy machine starts to play.
      if (sessionStorage.getItem('play-time') === null && location.protocol !== 'about:')
        sessionStorage.setItem(
          'play-time',
          JSON.stringify({ uid, playedMs: 15 * 60_000 - 12_000, remindedMs: 0 }),
        )
    }, player.uid)
    await openPlay(page, 'dice', 'demo')
    await startAuto(page)
    const reminder = page.getByRole('dialog', { name: 'Time to check the clock' })
    await expect(reminder).toContainText('You have played for 15 minutes in this session.')
    await expectStill(page)
    await reminder.getByRole('button', { name: 'Go on' }).click()
    await expect(reminder).toBeHidden()
    await expect(stop(page)).toHaveCount(0)
    await expect(betButton(page)).toBeEnabled()
  })

  test('a break taken in another tab stops it at once', async ({ page, context, newPlayer }) => {
    await beginLoggedIn(page, await newPlayer())
    await openPlay(page, 'dice', 'demo')
    await startAuto(page)
    const other = await context.newPage()
    await openPage(other, '/responsible-play/time-out')
    await main(other).locator('label').filter({ hasText: 'I cannot play or deposit until' }).click()
    await button(other, 'Start time-out').click()
    await expect(main(other).getByText(/^Your time-out runs until/)).toBeVisible()
    await expect(page.getByTestId('play-break')).toContainText('You are taking a break')
    await expectStill(page)
  })
})

test('a raised limit needs a confirmation after its 24 hours', async ({ page, server, newPlayer }) => {
  const player = await newPlayer()
  for (const amount of ['50', '80']) {
    await callApi(server, '/user/limits/deposit/day', {
      method: 'PUT',
      token: player.token,
      body: { amount },
    })
  }
  interface Tools {
    limits: { kind: string; period: string; amount: string; raise: { confirmableFrom: string } | null }[]
  }
  // The test cannot move the server's clock. The server's own tests cover the 24 hours.
  let isConfirmed = false
  const later = ({ limits, ...rest }: Tools) => ({
    ...rest,
    limits: limits.map((limit) =>
      limit.raise === null
        ? limit
        : isConfirmed
          ? { ...limit, amount: '80.00', raise: null }
          : {
              ...limit,
              raise: { ...limit.raise, confirmableFrom: new Date(Date.now() - 60_000).toISOString() },
            },
    ),
  })
  const known = () =>
    callApi<Tools>(server, '/user/responsible-play', { method: 'GET', token: player.token }).then(later)
  await page.route('**/api/user/responsible-play', async (route) => {
    await route.fulfill({ json: { data: await known() } })
  })
  await page.route('**/api/user/limits/deposit/day/raise', async (route) => {
    expect(route.request().method()).toBe('POST')
    isConfirmed = true
    await route.fulfill({ json: { data: await known() } })
  })
  await beginLoggedIn(page, player)
  await openPage(page, '/responsible-play/limits')
  const day = page.getByTestId('limit-deposit-day')
  await expect(day).toContainText('You asked for $80.00')
  await expect(day).toContainText('Do you still want it?')
  await expect(day.getByRole('link')).toContainText('$50.00')
  await day.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your new limit is set')).toBeVisible()
  await expect(day.getByRole('link')).toContainText('$80.00')
  await expect(day.getByRole('button')).toHaveCount(0)
})
