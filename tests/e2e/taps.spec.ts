import { expect, type Locator, type Page } from '@playwright/test'
import { openPage, topBar } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, main, test } from '../support/journey-players.ts'
import { openPlay } from '../support/play-screen.ts'

test.use({ ...WITHOUT_WORKER, contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

/** Pauses between the two taps; each opener gets the next one. */
const GAPS_MS = [0, 100, 300, 500]
/** Labels that must not appear under a finger that has just tapped. */
const ENDS_OR_SPENDS = /^(Log ?out|Clear|Start|Send|Bet|Confirm|Disconnect|Give up|Delete|Remove|Pay|End)/
/** Stored settings and session of the player, which the second tap must not change. */
const KEPT = ['access_token', 'user', 'favourites', 'language', 'theme', 'active-coin', 'coin-view']

interface Opener {
  address: string
  find: (page: Page) => Locator
  /** Appears after the first tap and must still be there after the second. */
  brings: (page: Page) => Locator
  /** True for openers that wide screens lack. */
  isNarrow?: boolean
  prepare?: (page: Page) => Promise<unknown>
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const inShell = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const inPanel = (role: 'link' | 'button', name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole(role, { name }).first()
const onPage = (role: 'link' | 'button', name: string) => (page: Page) => main(page).getByRole(role, { name })
const question = (page: Page) => main(page).getByRole('heading', { name: 'Log out of Koi?' })

const OPENERS: readonly Opener[] = [
  { address: '/', find: inShell('Account'), brings: (page) => dialog(page, 'Profile info') },
  { address: '/', find: inShell('Menu'), brings: (page) => dialog(page, 'Menu'), isNarrow: true },
  {
    address: '/',
    find: (page) => topBar(page).getByRole('button', { name: /show coins/ }),
    brings: (page) => dialog(page, 'Your coins'),
  },
  {
    address: '/',
    find: (page) => topBar(page).getByRole('button', { name: 'Deposit' }),
    brings: (page) => dialog(page, 'Deposit'),
  },
  { address: '/', find: inShell('Connect a wallet'), brings: (page) => dialog(page, 'Connect a wallet') },
  { address: '/?panel=account', find: inPanel('link', 'Logout'), brings: question },
  {
    address: '/?panel=account',
    find: inPanel('link', 'Withdraw'),
    brings: (page) => main(page).getByRole('heading', { name: /^Withdraw/ }),
  },
  {
    address: '/?panel=account',
    find: inPanel('button', 'Connect'),
    brings: (page) => dialog(page, 'Connect a wallet'),
  },
  {
    address: '/?panel=deposit',
    find: inPanel('button', /^Wallet Address/),
    brings: (page) => dialog(page, 'Wallet address'),
  },
  {
    address: '/?panel=deposit',
    find: inPanel('button', /^Web3 wallet/),
    brings: (page) => dialog(page, 'Web3 wallet'),
  },
  { address: '/accout', find: onPage('link', 'Logout'), brings: question },
  {
    address: '/history?coin=demo',
    prepare: (page) => main(page).getByRole('button', { name: 'Filter, export' }).click(),
    find: onPage('button', 'Clear history'),
    brings: (page) => dialog(page, /^Clear/),
  },
  {
    address: '/settings',
    find: onPage('button', 'Clear saved data'),
    brings: (page) => dialog(page, /^Clear/),
  },
  {
    address: '/games/dice/play',
    find: onPage('button', 'Auto'),
    brings: (page) => dialog(page, 'Auto-play'),
  },
  {
    address: '/games/dice/play',
    prepare: (page) => page.getByLabel('Bet amount').fill('900'),
    find: (page) => page.getByTestId('bet-button'),
    brings: (page) => dialog(page, /^Bet 900(\.00)? USDT\?$/),
  },
]

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1280, 800],
] as const) {
  test(`a second tap at the same place ends, spends and sends nothing at ${width} × ${height}`, async ({
    page,
    newPlayer,
  }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height })
    await beginLoggedIn(page, await newPlayer())
    const sent: string[] = []
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      // These calls do not change anything: viewing the deposit address requests it, and opening a first game
      // requests seeds.
      const isLook = ['/api/user/deposit-address', '/api/seeds'].includes(path)
      if (request.method() !== 'GET' && !isLook) sent.push(path)
    })
    for (const [index, opener] of OPENERS.entries()) {
      if (opener.isNarrow && width >= 1024) continue
      const { brings } = opener
      const gap = GAPS_MS[(index + width) % GAPS_MS.length] ?? 0
      const { x, y, name, before } = await tapTwice(page, opener, gap)
      await expect(brings(page), name).toBeVisible()
      const there = await page.evaluate(
        ([left, top]) =>
          document.elementFromPoint(left, top)?.closest('a, button, label')?.textContent?.trim() ?? '',
        [x, y] as const,
      )
      expect.soft(there, `under the tap on ${name}`).not.toMatch(ENDS_OR_SPENDS)
      expect(await kept(page), name).toEqual(before)
    }
    await openPlay(page, 'dice')
    await expect(page.getByTestId('play-balance')).toContainText('1,000.00')
    expect(sent).toEqual([])
  })
}

/** The app treats two taps within this time as one double tap. */
const ONE_WISH_MS = 600

/**
 * Taps the opener twice. Tries again with a shorter gap if the machine was too slow for a double tap, or if the opener
 * had moved in between.
 */
async function tapTwice(page: Page, { address, find, prepare }: Opener, longestGap: number) {
  for (let gap = longestGap; ; gap = Math.floor(gap * 0.7)) {
    if (address.startsWith('/games/')) await openPlay(page, 'dice')
    else await openPage(page, address)
    await prepare?.(page)
    const opener = find(page)
    await opener.scrollIntoViewIfNeeded()
    const name = await opener.innerText()
    const before = await kept(page)
    const taps = await opener.evaluateHandle((element) => {
      const seen: { at: number; isHit: boolean }[] = []
      window.addEventListener(
        'pointerdown',
        ({ timeStamp, target }) => seen.push({ at: timeStamp, isHit: element.contains(target as Node) }),
        true,
      )
      return seen
    })
    const box = await opener.boundingBox()
    if (!box) throw new Error(`${name} has no place`)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.click(x, y)
    await page.waitForTimeout(gap)
    await page.mouse.click(x, y)
    const [first, second] = await taps.jsonValue()
    if (first?.isHit && second && second.at - first.at < ONE_WISH_MS) return { x, y, name, before }
  }
}

const kept = (page: Page) => page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), KEPT)
