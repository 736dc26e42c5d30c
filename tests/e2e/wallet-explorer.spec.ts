import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { openWallet, walletDialog } from '../support/wallet/wallet-screen.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const tiles = (page: Page) => walletDialog(page).getByRole('button', { name: /^Wallet \d{3}$/ })

async function openExplorer(page: Page): Promise<void> {
  await openPage(page, '/')
  await openWallet(page)
  await walletDialog(page).getByRole('button', { name: 'View all' }).click()
  await expect(walletDialog(page).getByRole('heading', { name: 'All wallets' })).toBeVisible()
}

test("the modal recommends nine wallets in the operator's order, with logos from this server", async ({
  page,
  world,
}) => {
  await openPage(page, '/')
  const dialog = await openWallet(page)
  const names = world.explorer.wallets.slice(0, 9).map(({ name }) => name)
  const recommended = dialog
    .getByRole('listitem')
    .filter({ has: page.getByRole('img').or(page.locator('img')) })
    .filter({ hasNotText: 'Practice wallet' })
  await expect(dialog.getByRole('button', { name: names[8] ?? '' })).toBeVisible()
  await expect(recommended).toHaveText(names)
  await expect
    .poll(() =>
      dialog
        .getByRole('button', { name: /^(?!Practice wallet)/ })
        .locator('img')
        .evaluateAll(
          (images) =>
            images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
        ),
    )
    .toBe(9)
})

test('500 wallets load page by page while the player scrolls', async ({ page, world }) => {
  await openExplorer(page)
  await expect(tiles(page).first()).toBeVisible()
  const pages = () => world.explorer.requests.filter(({ query }) => query['entries'] === '40').length
  const before = pages()
  await tiles(page).last().scrollIntoViewIfNeeded()
  await expect(walletDialog(page).getByRole('button', { name: 'Wallet 080' })).toBeAttached()
  expect(pages()).toBeGreaterThan(before)
})

test('a search waits 500 ms after the last key, and says when nothing is found', async ({ page, world }) => {
  await page.clock.install()
  await openExplorer(page)
  await expect(tiles(page).first()).toBeVisible()
  const dialog = walletDialog(page)
  const field = dialog.getByRole('searchbox', { name: 'Search wallets' })
  const searches = () => world.explorer.requests.flatMap(({ query }) => query['search'] ?? [])
  const before = searches().length
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.pressSequentially('na')
  await page.clock.runFor(450)
  await field.pressSequentially('ut')
  await page.clock.runFor(450)
  expect(searches().slice(before)).toEqual([])
  await page.clock.resume()
  await expect(dialog.getByRole('button', { name: 'Nautilus' })).toBeVisible()
  await expect(tiles(page)).toHaveCount(0)
  expect(searches().slice(before)).toEqual(['naut'])

  await field.fill('no such thing')
  await expect(dialog.getByText('No wallet of this name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show all wallets' }).click()
  await expect(tiles(page).first()).toBeVisible()
})

test("the operator's key never leaves the server", async ({ page, context, world }) => {
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await openExplorer(page)
  await expect(tiles(page).first()).toBeVisible()
  expect(asked.filter((url) => url.startsWith(world.explorer.url))).toEqual([])
  expect(asked.filter((url) => url.includes('projectId'))).toEqual([])
})
