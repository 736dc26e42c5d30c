import { expect } from '@playwright/test'
import { IS_CORE } from '../core.ts'
import { APP_PAGES, openPage, PANEL_NAMES, tabBar, topBar } from '../support/app-pages.ts'
import { GAME_COUNT, playDemo, playEachGame, storePlay } from '../support/demo-bets.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { PLAYED_GAMES } from '../support/play-screen.ts'
import { checkScreen, isOverlay, LANGUAGES, openScreen, violations } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** Address of every state that a player can open; true where it is a panel over a page. */
const SCREENS = [
  ...APP_PAGES.map(({ path }) => path),
  '/games?q=zzz',
  '/games?group=provider',
  '/games/no-such-game',
  ...PLAYED_GAMES.map((game) => `/games/${game}/play`),
  ...['auto', 'stats', 'options', 'keys', 'seeds'].map((sheet) => `/games/dice/play?sheet=${sheet}`),
  '/promotion?tab=referral',
  '/settings?confirm=clear',
  '/history?game=mines&min=2',
  '/history?sheet=seeds',
  '/history?sheet=confirm',
  ...Object.keys(PANEL_NAMES).map((panel) => `/?panel=${panel}`),
]

/** States left out of the keyboard walk: their focus order hardly differs from that of the plain page. */
const WALKED = new Set([
  ...APP_PAGES.map(({ path }) => path),
  ...Object.keys(PANEL_NAMES).map((panel) => `/?panel=${panel}`),
])

const PAGES = SCREENS.filter((address) => !isOverlay(address))
/** The states seen most, and one of each kind. `npm test` checks only these, in English. */
const CORE_SCREENS = [
  ...['/', '/games', '/games/dice', '/games/mines/play', '/accout', '/register', '/forgot-password'],
  ...[
    '/history',
    '/promotion',
    '/settings',
    '/security',
    '/responsible-play/limits',
    '/withdraw',
    '/messages',
  ],
  ...['/transparency', '/no/such/page', '/?panel=menu', '/?panel=coins', '/?panel=deposit', '/?panel=wallet'],
]
/** Split in four, so that the workers finish at about the same time. */
const QUARTER = Math.ceil(PAGES.length / 4)
const WHOLE = [
  ['the first quarter of the pages', PAGES.slice(0, QUARTER)],
  ['the second quarter of the pages', PAGES.slice(QUARTER, 2 * QUARTER)],
  ['the third quarter of the pages', PAGES.slice(2 * QUARTER, 3 * QUARTER)],
  ['the fourth quarter of the pages', PAGES.slice(3 * QUARTER)],
  ['every open panel', SCREENS.filter(isOverlay)],
] as const
const CORE = [
  ['what players see most', CORE_SCREENS.filter((address) => !isOverlay(address))],
  ['the panels that players open most', CORE_SCREENS.filter(isOverlay)],
] as const
const PARTS = IS_CORE ? CORE : WHOLE

for (const language of IS_CORE ? (['en-US'] as const) : LANGUAGES) {
  for (const [what, addresses] of PARTS) {
    test(`axe finds nothing on ${what} in ${language}, everything fits, and the keyboard reaches all of it`, async ({
      page,
      allowConsole,
    }) => {
      test.slow()
      allowConsole(/status of 404/)
      // Axe would measure the contrast of a colour halfway between two themes.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript((value) => localStorage.setItem('language', value), language)
      for (const address of addresses) {
        const isWalked = language === 'en-US' && WALKED.has(address)
        await test.step(address, () => checkScreen(page, address, { language, isWalked }))
      }
    })
  }
}

for (const language of LANGUAGES) {
  test(`axe finds nothing on the history and on checked bets in ${language}, and everything fits`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
    await openScreen(page, '/history')
    const play = await playDemo(async (engine) => {
      await playEachGame(engine)
      await engine.seeds.rotate()
      await playEachGame(engine)
    })
    await storePlay(page, play)
    const bets = play.bets.map(({ row }) => row as { id: string; game: string })
    for (const address of [
      '/history',
      '/history?sheet=seeds',
      // The seed of the first pair is revealed, so its bets can be checked; the seed of the last one is not.
      ...[...bets.slice(0, GAME_COUNT), ...bets.slice(-1)].map(({ id }) => `/history?bet=${id}`),
    ]) {
      const prepare = async () => {
        const dialog = page.getByRole('dialog')
        if (address.includes('bet=')) await expect(dialog.locator('dl').first()).toBeVisible()
        const verify = dialog.getByTestId('verify-bet')
        if ((await verify.count()) > 0) await verify.click()
        const draws = dialog.locator('summary')
        if ((await draws.count()) > 0) await draws.click()
      }
      const isWalked = false
      await test.step(address, () => checkScreen(page, address, { language, isWalked, prepare }))
    }
  })
}

test('axe finds nothing on a wide screen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const address of ['/', '/games', '/games/dice', '/settings', '/?panel=coins']) {
    await openScreen(page, address)
    expect.soft(await violations(page, ['dark', 'light']), address).toEqual([])
  }
})

test('every target in the bars is 44 px or larger', async ({ page }) => {
  await openPage(page, '/settings')
  for (const bar of [topBar(page), tabBar(page)]) {
    for (const control of await bar.locator('a:visible, button:visible').all()) {
      const missed = await control.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        // Presses at the edge, because the target may reach beyond the drawn element.
        return [
          [x, y - 21.5],
          [x, y + 21.5],
          [x - 21.5, y],
          [x + 21.5, y],
        ].filter(([px = 0, py = 0]) => !element.contains(document.elementFromPoint(px, py)))
      })
      expect
        .soft(missed, (await control.getAttribute('aria-label')) ?? (await control.innerText()))
        .toEqual([])
    }
  }
})

test('a player walks the lobby with the keyboard alone', async ({ page }) => {
  await openPage(page, '/')
  await expect(page.getByRole('main').getByTestId('game-tile').first()).toBeVisible()
  const stops: string[] = []
  const problems: string[] = []
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(async () => {
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement) || focused === document.body) return null
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused)
      const isSeen = () => {
        const { left, top, width, height } = focused.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return focused.contains(hit) || hit?.contains(focused) === true
      }
      const giveUpAt = performance.now() + 2_000
      while (!isSeen() && performance.now() < giveUpAt) await new Promise(requestAnimationFrame)
      return {
        name: (focused.getAttribute('aria-label') ?? focused.innerText).replaceAll(/\s+/g, ' ').trim(),
        isMarked: (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none',
        isSeen: isSeen(),
      }
    })
    if (stop === null) break
    stops.push(stop.name)
    if (!stop.isMarked) problems.push(`${stop.name} does not show the focus`)
    if (!stop.isSeen) problems.push(`${stop.name} is hidden while it has the focus`)
  }
  expect(problems).toEqual([])
  expect(stops.slice(0, 5)).toEqual([
    'Skip to content',
    'Koi, to the lobby',
    'Connect a wallet',
    'Balance 0.00 USDT, log in with a wallet',
    'Deposit',
  ])
  expect(stops.slice(-5)).toEqual(['Menu', 'Gift', 'Lobby', 'Refer', 'Account'])
  expect(
    stops.some((stop) => /^Dice up to 9,900×/.test(stop)),
    stops.join('; '),
  ).toBe(true)

  await tabBar(page).getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tabBar(page).getByRole('button', { name: 'Menu' })).toBeFocused()
})

test('the skip link jumps over the bars, and a new page moves the focus to its content', async ({ page }) => {
  await openPage(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  await tabBar(page).getByRole('link', { name: 'Gift' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Gift · Koi')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'Gift · Koi' })).toBeAttached()
})

test('nothing moves when the system asks for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { moving: seen })
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const { duration = 0, iterations = 1 } = effect?.getTiming() ?? {}
        if (Number(duration) * Math.min(iterations, 2) > 20 && effect instanceof KeyframeEffect)
          seen.add(`${effect.target?.className} ${String(duration)} ms`)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const moving = () => page.evaluate(() => [...(window as unknown as { moving: Set<string> }).moving])
  await openPage(page, '/')
  for (const [opener, name] of [
    [tabBar(page).getByRole('button', { name: 'Menu' }), 'Menu'],
    [topBar(page).getByRole('button', { name: /^Balance/ }), 'Connect a wallet'],
    [topBar(page).getByRole('button', { name: 'Deposit' }), 'Deposit'],
  ] as const) {
    await opener.click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
  expect(await moving()).toEqual([])
})
