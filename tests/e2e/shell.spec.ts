import { expect, type Locator } from '@playwright/test'
import {
  choose,
  expectNothingCovers,
  openFromTabBar,
  openPage,
  tabBar,
  topBar,
} from '../support/app-pages.ts'
import { PLAYED_GAMES } from '../support/play-screen.ts'
import { OFFLINE_NOISE, test, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

test.describe('the side menu', () => {
  const ENTRIES = [
    ['All Games', '/', 'Lobby'],
    ['Trending', '/promotion#trending', 'Promotions'],
    ['Exclusive', '/accout', 'Welcome back'],
    ['Providers', '/games?group=provider', 'Games'],
    ['New Releases', '/gift#new-releases', 'Gift'],
    ['Live Casino', '/games?category=live', 'Games'],
    ['Slots', '/games?category=slots', 'Games'],
    ['Games show', '/games?category=shows', 'Games'],
    ['Referral', '/promotion?tab=referral', 'Promotions'],
    ['Language', '/language', 'Language'],
  ] as const

  test('lists its entries in order, and each entry opens its page and closes the menu', async ({ page }) => {
    await openPage(page, '/settings')
    const menu = await openFromTabBar(page, 'Menu')
    const links = menu.getByRole('navigation').getByRole('link')
    await expect(links).toHaveText(ENTRIES.map(([name]) => new RegExp(`^${name}`)))
    await expect(menu.getByText('Up to 360%')).toBeVisible()
    for (const [name, address, heading] of ENTRIES) {
      await test.step(name, async () => {
        await menu.getByRole('link', { name, exact: name !== 'Language' }).click()
        await expect(page).toHaveURL(address)
        await expect(menu).toBeHidden()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        // The page replaced the open menu in the history, so one step back skips the menu.
        await page.goBack()
        await expect(page).toHaveURL('/settings')
        if (name !== 'Language') await openFromTabBar(page, 'Menu')
      })
    }
    await expectNothingCovers(page)
  })

  test('links to the trending games and to those of each provider', async ({ page }) => {
    await openPage(page, '/')
    await (await openFromTabBar(page, 'Menu')).getByRole('link', { name: 'Trending' }).click()
    await expect(page.getByRole('heading', { name: /^(Trending now|Games to try)$/ })).toBeInViewport()
    await (await openFromTabBar(page, 'Menu')).getByRole('link', { name: 'Providers' }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Koi Originals'])
  })
})

test.describe('the bottom bar', () => {
  test('links to the gift, the lobby and the referral page', async ({ page }) => {
    await openPage(page, '/settings')
    for (const [tab, title] of [
      ['Gift', 'Gift'],
      ['Refer', 'Promotions'],
      ['Lobby', 'Lobby'],
    ] as const) {
      await tabBar(page).getByRole('link', { name: tab }).click()
      await expect(page).toHaveTitle(`${title} · Koi`)
      await expect(tabBar(page).getByRole('link', { name: tab })).toHaveAttribute('data-current', /.*/)
    }
  })
})

test('the account menu offers a visitor the log-in', async ({ page }) => {
  await openPage(page, '/')
  const account = await openFromTabBar(page, 'Account')
  await expect(account).toContainText('Visitor')
  await expect(account).toContainText('000000')
  await account.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/accout')
  await expect(account).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test.describe('toasts', () => {
  test('stand at the top for three seconds and are announced once', async ({ page }) => {
    await page.clock.install()
    await openPage(page, '/mock')
    await choose(page, 'Refuses')
    const alert = page.getByRole('alert')
    const call = page.getByRole('button', { name: 'Make the call' })
    await call.click()
    await expect(alert).toContainText('This account may not do that')
    const shown = alert.locator('p')
    await expect(shown).toHaveCount(1)
    expect(await top(shown)).toBeLessThan(80)

    // The same text again makes the toast stay longer instead of showing a second one.
    await page.clock.fastForward(2_000)
    await call.click()
    await expect(shown).toHaveCount(1)
    await page.clock.fastForward(2_500)
    await expect(shown).toBeVisible()
    await page.clock.fastForward(600)
    await page.clock.fastForward(300)
    await expect(alert).toBeEmpty()
    await expectNothingCovers(page)
  })

  test('can be dismissed by hand', async ({ page }) => {
    await openPage(page, '/mock')
    await choose(page, 'Rejects the token')
    await page.getByRole('button', { name: 'Make the call' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Authorization verification failed')
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toBeEmpty()
  })
})

test.describe('at the start', () => {
  test('the loading screen disappears when the first screen is ready', async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('#root > *')) return
        observer.disconnect()
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('first screen')))
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Lobby' })).toBeAttached()
    await page.waitForFunction(() => performance.getEntriesByName('first screen').length > 0)
    expect(await page.locator('#loading').count()).toBe(0)
  })

  test('a first visit to the lobby shows the offer’s picture in its place before the code has loaded', async ({
    page,
  }) => {
    let letCodeIn = () => undefined as void
    const isLetIn = new Promise<void>((resolve) => (letCodeIn = resolve))
    await page.route('**/assets/app-*.js', async (route) => {
      await isLetIn
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const picture = page.locator('#loading .pond')
    await expect(picture.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
    const before = await picture.boundingBox()
    expect(before).not.toBeNull()

    letCodeIn()
    await expect(page.locator('#loading')).toHaveCount(0)
    const offer = page.getByRole('main').locator('section').first()
    expect(await offer.boundingBox()).toEqual(before)
  })

  test('the page says after six and a half seconds that the app does not load', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(OFFLINE_NOISE)
    await page.clock.install()
    await page.route(/\/assets\/app-[\w-]+\.js$/, (route) => route.abort())
    await page.goto('/')
    await page.clock.runFor(5_000)
    await expect(page.locator('#loading')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Koi could not start/ })).toBeHidden()
    await page.clock.runFor(1_600)
    await expect(page.getByRole('heading', { name: /Koi could not start.*锦鲤未能启动/ })).toBeVisible()
    await expect(page.locator('#loading')).toHaveCount(0)

    await page.unrouteAll()
    await page.getByRole('link', { name: /Reload/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Lobby' })).toBeAttached()
    await expect(page.locator('#start-failed')).toBeHidden()
  })
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false })

  test('the menu stays in view, the bottom bar is hidden, and sheets are centred', async ({ page }) => {
    await openPage(page, '/')
    const rail = page.getByRole('complementary', { name: 'Menu' })
    await expect(rail).toBeVisible()
    await expect(tabBar(page)).toBeHidden()
    await expect(topBar(page).getByRole('searchbox', { name: 'Search games' })).toBeVisible()

    await topBar(page)
      .getByRole('button', { name: /^Balance/ })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Connect a wallet' })
    await expect(sheet).toBeVisible()
    await expect.poll(async () => Math.abs((await centre(sheet)).x - 640)).toBeLessThanOrEqual(2)
    await expect.poll(async () => Math.abs((await centre(sheet)).y - 400)).toBeLessThanOrEqual(2)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()

    await rail.getByRole('link', { name: 'Slots' }).click()
    await expect(page).toHaveURL('/games?category=slots')
    await expect(rail.getByRole('link', { name: 'Slots' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page).toHaveURL('/')
    await topBar(page).getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('dialog', { name: 'Profile info' })).toBeVisible()
  })

  test('one entry of the menu is marked, the menu never overlaps itself, and forms are centred', async ({
    page,
  }) => {
    await openPage(page, '/promotion?tab=referral')
    const rail = page.getByRole('complementary', { name: 'Menu' })
    await expect(rail.locator('[aria-current]')).toHaveText(['Referral'])
    await openPage(page, '/promotion')
    await expect(rail.locator('[aria-current]')).toHaveText(['Trending'])

    await openPage(page, '/games?panel=menu')
    await expect(page).toHaveURL('/games')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await openPage(page, '/register')
    const [form, main] = await Promise.all([
      centre(page.getByRole('main').locator('form')),
      centre(page.getByRole('main')),
    ])
    expect(Math.abs(form.x - main.x)).toBeLessThanOrEqual(2)
  })

  test('a search from any page opens the games and keeps the cursor', async ({ page }) => {
    await openPage(page, '/settings')
    const field = topBar(page).getByRole('searchbox', { name: 'Search games' })
    await field.pressSequentially('pli')
    await expect(page).toHaveURL('/games?q=pli')
    await expect(field).toBeFocused()
    await field.pressSequentially('nko')
    await expect(page).toHaveURL('/games?q=plinko')
    await expect(page.getByTestId('game-tile')).toHaveCount(1)
  })
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It has no box')
  return box
}

async function top(locator: Locator): Promise<number> {
  return (await boxOf(locator)).y
}

async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('a player bets without scrolling, beside the whole stage, and the header scrolls away', async ({
    page,
  }) => {
    for (const game of PLAYED_GAMES.filter((each) => each !== 'hilo')) {
      await openPage(page, `/games/${game}/play`)
      const main = page.getByRole('main')
      await expect(main.getByRole('button', { name: /^Bet / })).toBeInViewport({ ratio: 1 })
      await expect(main.getByRole('region', { name: 'Game', exact: true })).toBeInViewport({ ratio: 1 })
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(topBar(page)).not.toBeInViewport({ ratio: 0.5 })
  })
})

for (const [name, viewport] of [
  ['on its side', { width: 844, height: 390 }],
  ['of 320 px', { width: 320, height: 568 }],
] as const) {
  test(`a phone ${name} shows more than two coins at once`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await openPage(page, '/?panel=coins')
    const rows = page.getByRole('list', { name: 'Coins' }).getByRole('listitem')
    for (const index of [0, 1, 2]) await expect(rows.nth(index)).toBeInViewport({ ratio: 1 })
  })
}
