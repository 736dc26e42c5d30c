import { expect } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, test } from '../support/journey-players.ts'

test.use(WITHOUT_WORKER)

const MONEY_SCREENS = [
  '/?panel=deposit',
  '/?panel=address',
  '/?panel=web3',
  '/?panel=coins',
  '/withdraw',
  '/withdraw?id=1',
  '/history?view=money',
  '/history?view=money&line=1',
  '/rewards',
  '/transparency',
]

for (const who of ['a visitor', 'a player'] as const) {
  test(`every money screen shows ${who} the practice tag, even when every call fails with 500`, async ({
    page,
    newPlayer,
    allowConsole,
  }) => {
    allowConsole(WORKER_BLOCKED, statusNoise(500))
    if (who === 'a player') await beginLoggedIn(page, await newPlayer())
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken', code: 'internal_error' } }),
    )
    for (const address of MONEY_SCREENS) {
      await openPage(page, address)
      const screen = page.getByRole('dialog').or(page.getByRole('main')).last()
      await expect(screen.getByText('Practice', { exact: true }), address).toBeVisible()
    }
    // The offer is still there.
    await openPage(page, '/?panel=deposit')
    await expect(page.getByRole('dialog').getByText('Up to 180% bonus')).toBeVisible()
  })
}

test('a page served in live mode shows no practice tag', async ({ page, allowConsole }) => {
  allowConsole(WORKER_BLOCKED, statusNoise(500))
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken', code: 'internal_error' } }),
  )
  await page.route('/?panel=coins', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      'name="koi-mode" content="practice"',
      'name="koi-mode" content="live"',
    )
    await route.fulfill({ response, body })
  })
  await openPage(page, '/?panel=coins')
  await expect(page.getByRole('dialog', { name: 'Your coins' })).toBeVisible()
  await expect(page.getByText('Practice', { exact: true })).toHaveCount(0)
})
