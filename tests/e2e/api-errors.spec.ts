import { expect, type Page } from '@playwright/test'
import { ALL_GAMES, gameTiles, openPage, topBar } from '../support/app-pages.ts'
import { FAULT_REFERENCE } from '../support/api-fault-proxy.ts'
import { OFFLINE_NOISE, statusNoise, test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const GAMES = '/api/games'
const didNotLoad = (page: Page) => page.getByRole('heading', { name: 'The games did not load' })
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })
const toast = (page: Page) => page.locator('[popover] [role="alert"]')
/**
 * Waits until the app has no request left. After its first idle moment the app fetches its offline data and
 * repeats failed requests: only after that is a retry the player's own.
 */
async function untilQuiet({ requests }: { requests: readonly string[] }): Promise<void> {
  await expect.poll(() => requests).toContain('GET /api/config')
  let before = -1
  const isQuiet = () => {
    const isSame = requests.length === before
    before = requests.length
    return isSame
  }
  await expect.poll(isQuiet, { intervals: [600] }).toBe(true)
}

const countOf = (requests: readonly string[], path: string) =>
  requests.filter((request) => request === `GET ${path}`).length

test('403 with a message shows it in a red toast, does not retry, and leaves the page usable', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(statusNoise(403))
  faultProxy.fail(GAMES, {
    kind: 'status',
    status: 403,
    message: 'Not from where you are',
    code: 'forbidden',
  })
  await openPage(page, `${faultProxy.origin}/games?q=dice&category=instant`)
  await expect(toast(page)).toContainText('Not from where you are')
  await untilQuiet(faultProxy)
  await expect(didNotLoad(page)).toBeVisible()
  expect(countOf(faultProxy.requests, GAMES)).toBeLessThanOrEqual(2)

  faultProxy.clear()
  await retry(page).click()
  await expect(gameTiles(page)).toHaveText([/Dice/])
  // The search text is kept.
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('dice')
  await expect(page).toHaveURL(/\/games\?q=dice&category=instant$/)
})

test('403 without a message shows the status text', async ({ page, faultProxy, allowConsole }) => {
  allowConsole(statusNoise(403))
  faultProxy.fail('/api/coins', { kind: 'status', status: 403, message: '', code: 'forbidden' })
  await openPage(page, `${faultProxy.origin}/?panel=coins`)
  const popup = page.getByRole('dialog', { name: 'Your coins' })
  // The toast is above the open dialog, not behind it.
  await expect(popup.getByRole('alert').filter({ hasText: /^Forbidden$/ })).toBeVisible()
  await untilQuiet(faultProxy)
  await expect(popup.getByRole('heading', { name: 'Coins did not load' })).toBeVisible()
  faultProxy.clear()
  await popup.getByRole('button', { name: 'Try again' }).click()
  await expect(popup.getByRole('list', { name: 'Coins' }).getByRole('listitem')).toHaveCount(6)
})

test('401 with isLogin shows a toast that the authorization failed', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(statusNoise(401))
  await page.addInitScript(() => {
    localStorage.setItem('access_token', 'token-of-a-player-0123456789')
    localStorage.setItem('user', '{"uid":100001,"nickname":"","avatar":""}')
  })
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/promotions')) tokens.push(request.headers()['access-token'])
  })
  faultProxy.fail('/api/promotions', { kind: 'status', status: 401, isLogin: true, code: 'unauthorized' })
  await openPage(page, `${faultProxy.origin}/promotion`)
  await expect(toast(page)).toContainText('Authorization verification failed')
  await expect(page.getByRole('heading', { name: 'Promotions did not load' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  // The first refusal deletes the token: every later request is a visitor's.
  expect(tokens[0]).toBe('token-of-a-player-0123456789')
})

test('401 without isLogin shows no toast', async ({ page, faultProxy, allowConsole }) => {
  allowConsole(statusNoise(401))
  faultProxy.fail('/api/promotions', { kind: 'status', status: 401, isLogin: false, code: 'unauthorized' })
  await openPage(page, `${faultProxy.origin}/promotion`)
  await expect(page.getByRole('heading', { name: 'Promotions did not load' })).toBeVisible()
  await expect(toast(page)).toBeEmpty()
})

test('500 is retried three times with growing pauses, then the page shows the error and a retry button', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(statusNoise(500))
  await page.clock.install()
  faultProxy.fail(GAMES, { kind: 'status', status: 500, code: 'internal' })
  // The tries begin long before a busy machine has opened the page.
  const opening = openPage(page, `${faultProxy.origin}/games`)
  for (const [tries, pauseMs] of [
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
  ] as const) {
    await expect.poll(() => countOf(faultProxy.requests, GAMES)).toBe(tries)
    // Freezes the page's clock after the first answer, so that the pauses do not depend on the machine.
    if (tries === 1) await page.clock.pauseAt(await page.evaluate(() => Date.now() + 400))
    await expect(didNotLoad(page)).toHaveCount(0)
    // Skips the pause only after the answer has arrived.
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(pauseMs)
  }
  await page.clock.resume()
  await opening
  await expect(didNotLoad(page)).toBeVisible()
  expect(countOf(faultProxy.requests, GAMES)).toBe(4)
  await expect(
    page.getByText(`Something went wrong on our side. Try again in a moment. Reference: ${FAULT_REFERENCE}`),
  ).toBeVisible()

  faultProxy.clear()
  await retry(page).click()
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
})

test('a single 500 is retried without telling the player', async ({ page, faultProxy, allowConsole }) => {
  allowConsole(statusNoise(500))
  faultProxy.fail(GAMES, { kind: 'status', status: 500, code: 'internal' }, 1)
  await openPage(page, `${faultProxy.origin}/games`)
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  await expect(didNotLoad(page)).toHaveCount(0)
  expect(countOf(faultProxy.requests, GAMES)).toBe(2)
})

for (const [what, body] of [
  ['another shape', '{"data":[{"slug":"dice"}]}'],
  ['no JSON', '<html>Welcome to the hotel network</html>'],
] as const) {
  test(`a malformed answer (${what}) shows the error at once, with a retry button`, async ({
    page,
    faultProxy,
  }) => {
    faultProxy.fail(GAMES, { kind: 'malformed', body })
    await openPage(page, `${faultProxy.origin}/`)
    await expect(didNotLoad(page)).toBeVisible()
    await untilQuiet(faultProxy)
    await expect(didNotLoad(page)).toBeVisible()
    expect(countOf(faultProxy.requests, GAMES)).toBeLessThanOrEqual(2)
    faultProxy.clear()
    await retry(page).click()
    await expect(gameTiles(page).first()).toBeVisible()
  })
}

test('a call without an answer is cancelled after six seconds, reported, and can be retried', async ({
  page,
  faultProxy,
}) => {
  await page.clock.install()
  faultProxy.fail(GAMES, { kind: 'delay', ms: 60_000 })
  await openPage(page, `${faultProxy.origin}/games?category=slots`)
  await expect.poll(() => countOf(faultProxy.requests, GAMES)).toBe(1)
  await expect(page.getByText(/offline/)).toHaveCount(0)
  await page.clock.runFor(6_100)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'The games did not load',
  ])
  // One slow answer is not a broken connection: the rest of the shell still works.
  await expect(page.getByText(/offline/)).toHaveCount(0)
  await topBar(page).getByRole('button', { name: 'Deposit' }).click()
  await expect(page.getByRole('dialog', { name: 'Deposit' })).toBeVisible()
  await page.goBack()

  faultProxy.clear()
  await expect(async () => {
    await page.clock.runFor(2_000)
    await expect(gameTiles(page)).toHaveText([/Pond Reels/], { timeout: 1_000 })
  }).toPass()
  await expect(page).toHaveURL(/\/games\?category=slots$/)
})

test('a server that answers nothing in time is called slow and not offline, and is asked again', async ({
  page,
  faultProxy,
}) => {
  await page.clock.install()
  faultProxy.fail(/^\/api\//, { kind: 'delay', ms: 60_000 })
  await openPage(page, `${faultProxy.origin}/rewards`)
  await expect(async () => {
    await page.clock.runFor(7_000)
    await expect(page.getByText('Koi is slow to answer.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText(/offline|did not load/)).toHaveCount(0)
  faultProxy.clear()
  // Shorter than the six seconds that an answer has.
  await expect(async () => {
    await page.clock.runFor(3_000)
    await expect(page.getByRole('heading', { name: 'How rewards work' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Koi is slow to answer.')).toHaveCount(0)
})

test('a failed refresh keeps the data that is on screen', async ({ page, faultProxy, allowConsole }) => {
  allowConsole(statusNoise(500))
  await page.clock.install()
  await openPage(page, `${faultProxy.origin}/games`)
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  faultProxy.fail(/^\/api\/games$/, { kind: 'status', status: 500, code: 'internal' })
  const asked = countOf(faultProxy.requests, GAMES)
  await page.clock.runFor(120_000)
  await gameTiles(page).filter({ hasText: 'Dice' }).click()
  await page.goBack()
  await expect.poll(() => countOf(faultProxy.requests, GAMES)).toBeGreaterThan(asked)
  await page.clock.runFor(10_000)
  await expect(gameTiles(page)).toHaveCount(ALL_GAMES)
  await expect(didNotLoad(page)).toHaveCount(0)
})

test('the page says that it is offline when the connection breaks, and recovers by itself', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(OFFLINE_NOISE, /ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING/)
  await page.clock.install()
  faultProxy.fail(/^\/api\//, { kind: 'drop' })
  await openPage(page, `${faultProxy.origin}/games`)
  await expect(page.getByText(/^You’re offline/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  faultProxy.clear()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(gameTiles(page)).toHaveCount(9, { timeout: 500 })
  }).toPass()
  await expect(page.getByText(/^You’re offline/)).toHaveCount(0)
})

test('a game that fails to load shows what the catalogue knows and can be retried', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(statusNoise(403))
  const refusal = { kind: 'status', status: 403, message: 'No', code: 'forbidden' } as const
  faultProxy.fail('/api/games/mines', refusal)
  faultProxy.fail('/api/games-in-full', refusal)
  await openPage(page, `${faultProxy.origin}/games/mines`)
  await untilQuiet(faultProxy)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mines')
  faultProxy.clear()
  await retry(page).click()
  await expect(page.getByRole('heading', { name: 'How to play' })).toBeVisible()
})

test('a launch loads everything it keeps of the games in one answer, also after a retry', async ({
  page,
  faultProxy,
  allowConsole,
}) => {
  allowConsole(statusNoise(503))
  faultProxy.fail(
    '/api/games-in-full',
    { kind: 'status', status: 503, message: 'Later', code: 'unavailable' },
    1,
  )
  await openPage(page, `${faultProxy.origin}/games`)
  await expect.poll(() => countOf(faultProxy.requests, '/api/games-in-full')).toBe(2)
  await untilQuiet(faultProxy)
  await gameTiles(page).filter({ hasText: 'Hilo' }).click()
  await page.getByRole('link', { name: 'Rules and fairness' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hilo')
  await expect(page.getByRole('heading', { name: 'How to play' })).toBeVisible()
  expect(faultProxy.requests.filter((request) => request.startsWith('GET /api/games/'))).toEqual(
    faultProxy.requests.filter((request) => request === 'GET /api/games/hilo/play'),
  )
})
