import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { callApi, codeFor, earlyPlayer } from '../support/account-api.ts'
import { button, logIn, logInElsewhere, main, NEW_PASSWORD, test, title } from '../support/journey-players.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const password = (page: Page, name = 'Password') => main(page).getByLabel(name, { exact: true })
const email = (page: Page) => main(page).getByLabel('E-mail', { exact: true })

test('a player replaces a forgotten password with a mailed code, and every session ends', async ({
  page,
  server,
  allowConsole,
}) => {
  // The server sends one mail a minute to an address, and the registration in the setup used this one up. By
  // this journey the minute is over, except when the journey runs alone.
  test.slow()
  allowConsole(statusNoise(400), statusNoise(429))
  const player = earlyPlayer()
  const elsewhere = await logInElsewhere(server, player)
  await openPage(page, '/accout')
  await main(page).getByRole('link', { name: 'Forgot password?' }).click()
  // The form before has such a field too.
  await expect(title(page)).toHaveText('Forgot your password?')
  await email(page).fill(player.email)
  const code = main(page).getByLabel('6-digit code')
  await expect(async () => {
    await button(page, 'Send me a code').click({ timeout: 65_000 })
    await expect(code).toBeFocused({ timeout: 2_000 })
  }).toPass({ timeout: 70_000 })
  await code.fill('000000')
  await password(page, 'New password').fill(NEW_PASSWORD)
  await button(page, 'Set new password').click()
  await expect(main(page).getByText('This code is wrong or too old.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(await codeFor(server, player.email, { mails: 2 }))
  await button(page, 'Set new password').click()
  await expect(title(page)).toHaveText('Your password is changed')
  await expect(callApi(server, '/user/me', { method: 'GET', token: elsewhere })).rejects.toThrow('401')

  await main(page).getByRole('link', { name: 'Log in' }).click()
  await logIn(page, { ...player, password: NEW_PASSWORD })
  await expect(title(page)).toHaveText(`Player ${player.uid}`)
})
