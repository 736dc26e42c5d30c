import { expect, type Page } from '@playwright/test'
import { FAIR_GAMES } from '#rules/fair-games.ts'
import type { FileRouteTypes } from '../../src/routeTree.gen.ts'

export interface AppPage {
  path: string
  /** Without the product's name. */
  title: string
  heading: string
  /** The highlighted tab of the bottom bar; undefined for a page with a back arrow instead of the bar. */
  tab?: 'Lobby' | 'Gift' | 'Refer' | 'Account'
  /** Start of the file name of the page's own code. */
  chunk?: string
}

/**
 * Redirects, and routes with their own tests: the screens of the games, games of other providers, a win that a player
 * shows, and the page for unknown addresses.
 */
type OtherRoute =
  | '/account'
  | '/games/$slug/play'
  | '/games/by/$provider/$code'
  | '/games/by/$provider/$code/play'
  | '/w/$key'
  | '/$'

/** A missing route does not compile. */
const PAGES: Readonly<Record<Exclude<FileRouteTypes['to'], OtherRoute>, Omit<AppPage, 'path'>>> = {
  '/': { title: 'Lobby', heading: 'Lobby', tab: 'Lobby' },
  '/accout': { title: 'Account', heading: 'Welcome back', tab: 'Account', chunk: 'accout' },
  '/counter': { title: 'Counter', heading: 'Counter', chunk: 'counter' },
  '/forgot-password': {
    title: 'Forgot password',
    heading: 'Forgot your password?',
    chunk: 'forgot-password',
  },
  '/games': { title: 'Games', heading: 'Games', tab: 'Lobby', chunk: 'games.index' },
  '/games/$slug': { title: 'Dice', heading: 'Dice', chunk: 'games._slug' },
  '/gift': { title: 'Gift', heading: 'Gift', tab: 'Gift', chunk: 'gift' },
  '/history': { title: 'History', heading: 'History', chunk: 'history' },
  '/keepalive': { title: 'Kept alive', heading: 'Kept alive', chunk: 'keepalive' },
  '/language': { title: 'Language', heading: 'Language', chunk: 'language' },
  '/logout': { title: 'Logout', heading: 'You were not logged in', chunk: 'logout' },
  '/messages': { title: 'Messages', heading: 'Messages' },
  '/messages/notifications': { title: 'Notifications', heading: 'Notifications' },
  '/mock': { title: 'Mock answers', heading: 'Mock answers', chunk: 'mock' },
  '/practice-mail': { title: 'Practice mail', heading: 'Practice mail', chunk: 'practice-mail' },
  '/profile': { title: 'Profile', heading: 'Visitor', tab: 'Account', chunk: 'profile' },
  '/profile/nfts': { title: 'My NFTs', heading: 'My NFTs', tab: 'Account', chunk: 'profile_.nfts' },
  '/promotion': { title: 'Promotions', heading: 'Promotions', tab: 'Refer', chunk: 'promotion' },
  '/r/$code': { title: 'Invitation', heading: 'A friend invites you to Koi', chunk: 'r._code' },
  '/register': { title: 'Register', heading: 'Create an account', chunk: 'register' },
  '/responsible-play': {
    title: 'Responsible play',
    heading: 'Responsible play',
    chunk: 'responsible-play.index',
  },
  '/responsible-play/limits': { title: 'Limits', heading: 'Limits', chunk: 'responsible-play.limits' },
  '/responsible-play/reminder': {
    title: 'Session reminder',
    heading: 'Session reminder',
    chunk: 'responsible-play.reminder',
  },
  '/responsible-play/self-exclusion': {
    title: 'Self-exclusion',
    heading: 'Self-exclusion',
    chunk: 'responsible-play.self-exclusion',
  },
  '/responsible-play/time-out': {
    title: 'Time-out',
    heading: 'Time-out',
    chunk: 'responsible-play.time-out',
  },
  '/rewards': { title: 'Rewards', heading: 'Rewards', tab: 'Gift', chunk: 'rewards' },
  '/scroll-cache': { title: 'Kept scroll position', heading: 'Kept scroll position', chunk: 'scroll-cache' },
  '/security': { title: 'Security', heading: 'Security', chunk: 'security.index' },
  '/security/addresses': {
    title: 'Withdrawal addresses',
    heading: 'Withdrawal addresses',
    chunk: 'security.addresses',
  },
  '/security/close': { title: 'Close account', heading: 'Close account', chunk: 'security.close' },
  '/security/email': { title: 'E-mail address', heading: 'E-mail address', chunk: 'security.email' },
  '/security/passkeys': { title: 'Passkeys', heading: 'Passkeys', chunk: 'security.passkeys' },
  '/security/password': { title: 'Password', heading: 'Password', chunk: 'security.password' },
  '/security/sessions': {
    title: 'Where you are logged in',
    heading: 'Where you are logged in',
    chunk: 'security.sessions',
  },
  '/security/two-step': { title: 'Two-step login', heading: 'Two-step login', chunk: 'security.two-step' },
  '/security/wallets': { title: 'Wallets', heading: 'Wallets', chunk: 'security.wallets' },
  '/settings': { title: 'Settings', heading: 'Settings', tab: 'Account', chunk: 'settings' },
  '/transparency': { title: 'Transparency', heading: 'Transparency', chunk: 'transparency' },
  '/unocss': { title: 'Design tokens and parts', heading: 'Design tokens and parts', chunk: 'unocss' },
  '/verify': { title: 'Verify a file', heading: 'Verify a file', chunk: 'verify' },
  '/withdraw': { title: 'Withdraw', heading: 'Withdraw', chunk: 'withdraw' },
}

export const ROUTES = Object.keys(PAGES)

/** Every route, and an unknown address. */
export const APP_PAGES: readonly AppPage[] = [
  ...Object.entries(PAGES).map(([route, page]) => ({
    path: route.replace('$slug', 'dice').replace('$code', '0123ABCD'),
    ...page,
  })),
  { path: '/no/such/page', title: 'Page not found', heading: 'Page not found' },
]

/** Pages of the account in each of their states, for a player who is logged in. */
export const ACCOUNT_PAGES = [
  '/profile',
  '/security',
  '/security/password',
  '/security/email',
  '/security/two-step',
  '/security/two-step?step=set-up',
  '/security/passkeys',
  '/security/sessions',
  '/security/sessions?confirm=all',
  '/security/wallets',
  '/security/close',
  '/security/addresses',
  '/messages',
  '/messages/notifications',
  '/withdraw',
  '/history?view=money',
] as const

/** The same for responsible play; the last one covers a game. */
export const PLAY_TOOL_PAGES = [
  '/responsible-play',
  '/responsible-play/limits',
  '/responsible-play/limits?limit=loss-week',
  '/responsible-play/reminder',
  '/responsible-play/time-out',
  '/responsible-play/self-exclusion',
  '/games/dice/play?reminder=true',
] as const

/** The dialog's name of each panel that can cover any page, by its name in the URL. */
export const PANEL_NAMES = {
  menu: 'Menu',
  account: 'Profile info',
  coins: 'Your coins',
  deposit: 'Deposit',
  address: 'Wallet address',
  web3: 'Web3 wallet',
  wallet: 'Connect a wallet',
  install: 'Install Koi',
} as const

export const topBar = (page: Page) => page.getByRole('banner')
export const tabBar = (page: Page) => page.getByRole('navigation', { name: /^(Main|主导航)/ })
/** Games on the page of all games. */
export const ALL_GAMES = FAIR_GAMES.length
export const gameTiles = (page: Page) => page.getByTestId('game-tile')

/** Waits for the app itself, not only its loading screen. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('#loading')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Clears all that the browser stores of Koi, so that the next visit is a first visit. */
export async function forgetVisits(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await browser.send('Network.clearBrowserCache')
  await browser.detach()
}

export async function openFromTabBar(page: Page, name: 'Menu' | 'Account') {
  await tabBar(page).getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name: name === 'Menu' ? 'Menu' : 'Profile info' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Clicks the row, as a player does: the radio button itself is not drawn. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('main').locator('label').filter({ hasText: name }).click()
  await expect(page.getByRole('radio', { name })).toBeChecked()
}

/** Horizontal overflow of the page in pixels. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/** Scrolls without animation, and returns the position reached. */
export function scrollPage(page: Page, y: number): Promise<number> {
  return page.evaluate((top) => {
    window.scrollTo({ top, behavior: 'instant' })
    return window.scrollY
  }, y)
}

async function expectScrollable(page: Page): Promise<void> {
  await scrollPage(page, 0)
  await page.mouse.move(195, 300)
  // A busy page may lose the first turn of the wheel.
  await expect(async () => {
    await page.mouse.wheel(0, 40)
    await expect.poll(() => page.evaluate(() => window.scrollY), { timeout: 2_000 }).toBeGreaterThan(0)
  }).toPass({ timeout: 15_000 })
}

/** Fails if anything covers the page or keeps it from scrolling. */
export async function expectNothingCovers(page: Page): Promise<void> {
  const covering = await page.evaluate(() => {
    const points: [number, number][] = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.3, 0.5, 0.7].map((y): [number, number] => [x * innerWidth, y * innerHeight]),
    )
    const shell = document.getElementById('root')
    return points
      .map(([x, y]) => document.elementFromPoint(x, y))
      .filter((hit) => hit !== document.documentElement && hit !== document.body && !shell?.contains(hit))
      .concat([...document.querySelectorAll('dialog[open], dialog:modal')])
      .map((hit) => hit?.outerHTML.slice(0, 120) ?? 'nothing at all')
  })
  expect(covering).toEqual([])
  const isLocked = await page.evaluate(() =>
    [document.documentElement, document.body].some((each) => getComputedStyle(each).overflowY === 'hidden'),
  )
  expect(isLocked, 'scrolling is locked').toBe(false)
  if (await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 40)) {
    await expectScrollable(page)
  }
}

export async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: [number, number]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: point ? [{ x: point[0], y: point[1] }] : [],
    })
  await touch('touchStart', from)
  for (let step = 1; step <= 6; step += 1) {
    await touch('touchMove', [
      from[0] + ((to[0] - from[0]) * step) / 6,
      from[1] + ((to[1] - from[1]) * step) / 6,
    ])
  }
  await touch('touchEnd')
  await session.detach()
}

/** Waits as long as a person looks at a new screen: the app ignores an earlier tap as accidental. */
export const lookAround = (page: Page): Promise<void> => page.waitForTimeout(650)

/** Hides the page, as when another app covers it, or shows it again. */
export async function setPageSeen(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate((seen) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (seen ? 'visible' : 'hidden'),
    })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !seen })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isSeen)
}
