import { expect, type Locator, type Page } from '@playwright/test'
import { LONGEST_FRAME_MS } from '#lib/after-paint.ts'
import {
  ALL_GAMES,
  expectNothingCovers,
  openFromTabBar,
  openPage,
  PANEL_NAMES,
  swipe,
  tabBar,
  topBar,
  scrollPage,
} from '../support/app-pages.ts'
import { test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

/** Longest time (ms) that a closed panel may stay visible. */
const GONE_AFTER_MS = 300

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

async function expectGoneInTime(page: Page): Promise<void> {
  await page.waitForTimeout(GONE_AFTER_MS)
  await expectNothingCovers(page)
}

async function widthOf(dialog: Locator): Promise<number> {
  return (await dialog.boundingBox())?.width ?? 0
}

test.describe('every panel', () => {
  for (const [panel, name] of Object.entries(PANEL_NAMES)) {
    test(`${panel} opens by deep link, survives a reload and leaves nothing behind`, async ({ page }) => {
      await openPage(page, `/games?category=originals&panel=${panel}`)
      const dialog = page.getByRole('dialog', { name, exact: true })
      await expect(dialog).toBeVisible()
      await page.reload()
      await expect(dialog).toBeVisible()
      const steps = await page.evaluate(() => history.length)

      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(page).toHaveURL('/games?category=originals')
      await expectGoneInTime(page)
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('main').getByTestId('game-tile')).toHaveCount(ALL_GAMES)
      // Closing a panel that a link opened adds and removes no history step.
      expect(await page.evaluate(() => history.length)).toBe(steps)
    })
  }

  test('an unknown panel opens nothing', async ({ page }) => {
    await openPage(page, '/gift?panel=nonsense')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gift')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('a drawer', () => {
  const waysToClose: Record<string, (page: Page, dialog: Locator) => Promise<unknown>> = {
    'its close icon': (_, dialog) => dialog.getByRole('button', { name: 'Close' }).click(),
    Escape: (page) => page.keyboard.press('Escape'),
    'the dimmed page beside it': (page) => page.mouse.click(370, 400),
    'a swipe to its edge': (page) => swipe(page, [250, 500], [20, 505]),
    'the back button': (page) => page.goBack(),
  }

  test('closes by icon, Escape, scrim, swipe and back button, and returns the focus', async ({ page }) => {
    await openPage(page, '/games')
    for (const [way, close] of Object.entries(waysToClose)) {
      await test.step(way, async () => {
        const menu = await openFromTabBar(page, 'Menu')
        await expect(page).toHaveURL('/games?panel=menu')
        await settled(menu)
        await close(page, menu)
        await expect(page).toHaveURL('/games')
        await expectGoneInTime(page)
        await expect(tabBar(page).getByRole('button', { name: 'Menu' })).toBeFocused()
      })
    }
  })

  test('reacts to keys and fingers before its first frame', async ({ page }) => {
    await openPage(page, '/games')
    await page.evaluate((longestFrameMs) => {
      window.requestAnimationFrame = () => 0
      // Also stops the timer that backs up the frame, however slow the machine is.
      const setTimer = window.setTimeout.bind(window)
      window.setTimeout = ((work: () => void, ms?: number) =>
        ms === longestFrameMs ? 0 : setTimer(work, ms)) as typeof window.setTimeout
    }, LONGEST_FRAME_MS)
    const opener = tabBar(page).getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await opener.press('Enter')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await opener.press('Enter')
    await expect(menu).toBeVisible()
    // Presses the page, which is behind the modal by now.
    await page.mouse.click(370, 400)
    await expect(page.locator('dialog:modal')).toHaveAccessibleName('Menu')
    await expect(page).toHaveURL('/games?panel=menu')
  })

  test('stays open when the finger turns back', async ({ page }) => {
    await openPage(page, '/?panel=menu')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await settled(menu)
    await swipe(page, [250, 500], [225, 500])
    await settled(menu)
    expect((await menu.boundingBox())?.x).toBe(0)
    await expect(page).toHaveURL('/?panel=menu')
  })

  test('takes 80% of the screen, and at most 460 px', async ({ page }) => {
    await openPage(page, '/?panel=menu')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await settled(menu)
    expect(await widthOf(menu)).toBeCloseTo(390 * 0.8, 0)
    expect((await menu.boundingBox())?.x).toBe(0)
    await page.setViewportSize({ width: 800, height: 844 })
    expect(await widthOf(menu)).toBe(460)

    await openPage(page, '/?panel=account')
    const account = page.getByRole('dialog', { name: 'Profile info' })
    await settled(account)
    expect(await account.boundingBox()).toMatchObject({ x: 800 - 460, width: 460 })
  })

  test('keeps the focus inside, and blocks scrolling and input of the page behind it', async ({ page }) => {
    await openPage(page, '/settings')
    const before = await scrollPage(page, 120)
    expect(before).toBe(120)
    const menu = await openFromTabBar(page, 'Menu')
    await settled(menu)

    for (let press = 0; press < 16; press += 1) {
      await page.keyboard.press('Tab')
      const where = await page.evaluate(() => {
        const focused = document.activeElement
        return focused === document.body || focused?.closest('dialog') ? 'inside' : focused?.outerHTML
      })
      expect(where).toBe('inside')
    }
    for (const x of [150, 380]) {
      await page.mouse.move(x, 300)
      await page.mouse.wheel(0, 400)
    }
    const outside = await page.evaluate(() => {
      const link = document.querySelector<HTMLElement>('main a')
      link?.focus()
      return document.activeElement === link
    })
    expect(outside, 'a link behind the menu takes the focus').toBe(false)
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
  })
})

test.describe('the account menu', () => {
  test('shows a visitor the entries that work without an account', async ({ page }) => {
    await openPage(page, '/')
    const account = await openFromTabBar(page, 'Account')
    await expect(account.getByText('LV.1')).toBeVisible()
    await expect(account.getByText('LV.2')).toBeVisible()
    await expect(account.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
    await expect(account.getByRole('listitem')).toHaveText([
      'Messages',
      'Profile',
      'Connect',
      'My NFTs',
      'Withdraw',
      'History',
      'Security',
      'Referral',
    ])
    const tops = await account
      .getByRole('listitem')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top))
    // Every row of the grid is full.
    for (const top of tops) expect(tops.filter((each) => each === top)).toHaveLength(2)
    await account.getByRole('link', { name: 'Messages' }).click()
    await expect(page).toHaveURL('/messages')
    await page.goBack()

    await openFromTabBar(page, 'Account')
    await account.getByRole('link', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(account).toBeHidden()

    await (await openFromTabBar(page, 'Account')).getByRole('link', { name: 'Referral' }).click()
    await expect(page).toHaveURL('/promotion?tab=referral')
    await expect(page.getByRole('tab', { name: 'Referral' })).toHaveAttribute('aria-selected', 'true')
  })

  test('opens the wallets, and one step back leads to the page', async ({ page }) => {
    await openPage(page, '/gift')
    const account = await openFromTabBar(page, 'Account')
    await account.getByRole('button', { name: 'Connect' }).click()
    const wallets = page.getByRole('dialog', { name: 'Connect a wallet' })
    await expect(wallets).toBeVisible()
    await expect(account).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/gift')
    await expectGoneInTime(page)
  })
})

test.describe('the coin popup', () => {
  const rows = (popup: Locator) => popup.getByRole('list', { name: 'Coins' }).getByRole('listitem')

  test('lists the six coins in order, finds them, and applies its switches', async ({ page }) => {
    await openPage(page, '/?panel=coins')
    const popup = page.getByRole('dialog', { name: 'Your coins' })
    await popup.getByRole('switch', { name: 'Display USD Value' }).uncheck()
    await expect(rows(popup)).toHaveText([
      'USDTTRON0.00',
      'USDTEthereum0.00',
      'WIFSolana0.00',
      'BONKSolana0.00',
      'USDCEthereum0.00',
      'USDBBlast0.00',
    ])
    await popup.getByRole('switch', { name: 'Display USD Value' }).check()
    await expect(rows(popup).first()).toHaveText('USDTTRON0.00$0.00')
    await popup.getByRole('switch', { name: 'Display USD Value' }).uncheck()
    await expect(popup.getByText('Practice', { exact: true })).toBeVisible()

    const search = popup.getByRole('searchbox', { name: 'Search Coin' })
    await search.fill('usd')
    await expect(rows(popup)).toHaveCount(4)
    await expect(popup.getByText('4 coins found')).toBeAttached()
    await search.press('Enter')
    await expect(popup.getByRole('list', { name: 'Coins' })).toBeFocused()
    await search.fill('doge')
    await expect(popup.getByRole('heading', { name: 'No coin found' })).toBeVisible()
    await popup.getByRole('search').getByRole('button', { name: 'Clear search' }).click()
    await expect(rows(popup)).toHaveCount(6)
    await expect(search).toBeFocused()

    await popup.getByRole('switch', { name: 'Hide small balance' }).check()
    await popup.getByRole('button', { name: 'Show all coins' }).click()
    await expect(rows(popup)).toHaveCount(6)

    // The coin view survives a reload, the search does not.
    await page.reload()
    await expect(popup.getByRole('switch', { name: 'Display USD Value' })).not.toBeChecked()
    await expect(popup.getByRole('switch', { name: 'Hide small balance' })).not.toBeChecked()

    await popup.getByRole('button', { name: /Enjoy up to 180% bonus deposit/ }).click()
    await expect(page.getByRole('dialog', { name: 'Deposit' })).toBeVisible()
    await expect(popup).toBeHidden()
  })
})

test('the top bar opens the wallet panel and the deposit screen', async ({ page }) => {
  await openPage(page, '/rewards')
  await topBar(page).getByRole('button', { name: 'Connect a wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await topBar(page).getByRole('button', { name: 'Deposit' }).click()
  const deposit = page.getByRole('dialog', { name: 'Deposit' })
  await expect(deposit.getByText(/180(\.00)?%/).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/rewards')
  await expectGoneInTime(page)
})

/** Waits for the panel's animations. */
async function settled(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  await dialog.evaluate((element) =>
    // A cancelled animation rejects its promise, and has ended too.
    Promise.allSettled(element.getAnimations({ subtree: true }).map((each) => each.finished)).then(
      () => undefined,
    ),
  )
}
