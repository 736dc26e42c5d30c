import { expect } from '@playwright/test'
import { crashAction, crashChips, openCrash, ROUND_MS } from '../support/crash-screen.ts'
import { OFFLINE_NOISE, statusNoise } from '../support/fixtures.ts'
import { test } from '../support/journey-players.ts'
import { untilKept } from '../support/offline-state.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the last rounds can be read and verified without the server, and the page says why no bet is possible', async ({
  page,
  server,
  newPlayer,
  allowConsole,
}) => {
  test.setTimeout(400_000)
  // 503: a new server answers so until it has made its chain of games.
  allowConsole(OFFLINE_NOISE, statusNoise(503))
  await openCrash(page, await newPlayer())
  await expect(crashChips(page).first()).toBeVisible({ timeout: ROUND_MS })
  await untilKept(page)
  const known = await crashChips(page).allInnerTexts()
  // The browser reports being online: only a failed request shows the problem.
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
