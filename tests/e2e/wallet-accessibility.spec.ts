import { expect } from '@playwright/test'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { expectFits, LANGUAGES, violations } from '../support/screen-checks.ts'
import { textsOf } from '../support/wallet/catalog-texts.ts'
import { beginConnected, walletDialog } from '../support/wallet/wallet-screen.ts'
import { WALLET_VIEWS } from '../support/wallet/wallet-views.ts'
import { test } from '../support/wallet/wallet-world.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED, /status of 404/))

for (const view of WALLET_VIEWS) {
  test(`${view.name} is accessible in both themes and languages, and fits small screens and large text`, async ({
    page,
    injected,
  }) => {
    const wallet = await injected()
    if (view.isConnected) await beginConnected(page, wallet)
    for (const locale of LANGUAGES) {
      if (locale !== 'en-US') await page.evaluate((to) => localStorage.setItem('language', to), locale)
      await page.goto('/settings?panel=wallet')
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await view.open(page, wallet, textsOf(locale))
      await expect(walletDialog(page).locator('[aria-busy="true"]')).toHaveCount(0)
      // Language does not change colours, so one language covers both themes.
      const themes = locale === 'en-US' ? (['dark', 'light'] as const) : (['dark'] as const)
      expect(await violations(page, themes), locale).toEqual([])
      await expectFits(page, `${view.name} in ${locale}`)
    }
  })
}
