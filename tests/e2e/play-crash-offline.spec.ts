import { expect } from '@playwright/test'
import { crashAction, crashChips, openCrash, ROUND_MS } from '../support/crash-screen.ts'
import { OFFLINE_NOISE, statusNoise } from '../support/fixtures.ts'
import { test } from '../support/journey-players.ts'
import { untilKept } from '../support/offline-state.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('without the server the last rounds are read and verified, and it says why no bet can be taken', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  test.setTimeout(400_000)
  // A server that is new makes its chain of games first, and says so.
  allowConsole(OFFLINE_NOISE, statusNoise(503))
  await openCrash(page, await newPlayer())
  await expect(crashChips(page).first()).toBeVisible({ timeout: ROUND_MS })
  await untilKept(page)
  const known = await crashChips(page).allInnerTexts()
  // The browser does not know that it is offline: only asking shows it.
  await server.kill()
  await page.reload()
  await expect(page.getByText('You are offline. No bet can be taken')).toBeVisible()
  await expect(crashAction(page)).toHaveAttribute('aria-disabled', 'true')
  const shown = await crashChips(page).allInnerTexts()
  expect(shown.join(' ')).toContain(known.slice(0, -1).join(' '))
  await crashChips(page).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(sheet.getByText('Verified on this device')).toBeVisible()
})
