import { expect, type Page } from '@playwright/test'
import { expectNothingCovers, openPage, swipe } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { textsOf } from '../support/wallet/catalog-texts.ts'
import { beginConnected, openWallet, walletDialog } from '../support/wallet/wallet-screen.ts'
import { WALLET_VIEWS } from '../support/wallet/wallet-views.ts'
import { test } from '../support/wallet/wallet-world.ts'

/** Longest time (ms) that the closed modal may stay visible. */
const GONE_AFTER_MS = 300

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED, /status of 404/))

const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  'the cross': (page) => walletDialog(page).getByRole('button', { name: 'Close' }).click(),
  Escape: (page) => page.keyboard.press('Escape'),
  'the dimmed page': (page) => page.mouse.click(195, 12),
  'the back button': (page) => page.goBack(),
  'a swipe down': async (page) => {
    const box = await walletDialog(page).boundingBox()
    const top = (box?.y ?? 0) + 8
    await swipe(page, [195, top], [195, Math.min(top + 420, 830)])
  },
}

const ALL_WAYS = Object.keys(WAYS)
/** Enough for a second state of a view whose other state tests all ways. */
const SOME_WAYS = ['Escape', 'the back button']

/** Waits for the modal's animation: a moving modal cannot be swiped. */
const atRest = (page: Page) =>
  walletDialog(page).evaluate((element) =>
    Promise.all(element.getAnimations().map((each) => each.finished)).then(() => undefined),
  )

for (const view of WALLET_VIEWS) {
  test(`closing ${view.name} in any way leaves nothing over the page, and the page scrolls`, async ({
    page,
    injected,
  }) => {
    const wallet = await injected()
    const t = textsOf('en-US')
    if (view.isConnected) await beginConnected(page, wallet)
    await openPage(page, '/')
    for (const way of view.isVariant ? SOME_WAYS : ALL_WAYS) {
      await test.step(way, async () => {
        await openWallet(page)
        await view.open(page, wallet, t)
        await atRest(page)
        await WAYS[way]?.(page)
        await page.waitForTimeout(GONE_AFTER_MS)
        await expectNothingCovers(page)
        await expect(page).toHaveURL('/')
      })
    }
  })
}
