import { expect, type Page } from '@playwright/test'
import { callApi, registerPlayer, type JourneyPlayer } from './account-api.ts'
import { test as base } from './fixtures.ts'
import type { KoiServer } from './koi-server.ts'

export const NEW_PASSWORD = 'ten white herons by the lake'

export const main = (page: Page) => page.getByRole('main')
export const title = (page: Page) => page.getByRole('heading', { level: 1 })
/** A button of the page itself, by its full name. */
export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

let players = 0

/** Journeys of players who log in, on the shared server: each further server takes seconds to start. */
export const test = base.extend<{ newPlayer: () => Promise<JourneyPlayer> }>({
  newPlayer: async ({ server }, use) => {
    await use(() => registerPlayer(server, `player${++players}@koi.example`))
  },
})

/** Opens another session of the player. @returns its token */
export async function logInElsewhere(server: KoiServer, { email, password }: JourneyPlayer): Promise<string> {
  const { token } = await callApi<{ token: string }>(server, '/auth/login', { body: { email, password } })
  return token
}

/** Fills in the open login page, and sends it. */
export async function logIn(page: Page, { email, password }: Pick<JourneyPlayer, 'email' | 'password'>) {
  await main(page).getByLabel('E-mail', { exact: true }).fill(email)
  await main(page).getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Log in').click()
}

/** Logs out by URL, and waits until that is done. */
export async function logOut(page: Page, origin = '') {
  await page.goto(`${origin}/logout`)
  await confirmLogOut(page)
}

export async function confirmLogOut(page: Page) {
  await button(page, 'Log out').click()
  await expect(title(page)).toHaveText('You are logged out')
}

/** Opens the page with a session, as after an earlier visit. Call before the first `goto`. */
export async function beginLoggedIn(page: Page, { uid, token }: Pick<JourneyPlayer, 'uid' | 'token'>) {
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      // Only once: a test may log out and reload.
      if (sessionStorage.getItem('begun') !== null) return
      sessionStorage.setItem('begun', '1')
      localStorage.setItem('access_token', storedToken)
      localStorage.setItem('user', storedUser)
    },
    [token, JSON.stringify({ uid, nickname: '', avatar: '' })] as const,
  )
}

/** A virtual fingerprint reader. Browsers allow it on `localhost` only. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const verify = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  const touch = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return {
    /** True if the finger touches without being asked, which would take a passkey offered in a field at once. */
    touch,
    /** Another finger, as when the player closes the dialog. */
    refuse: () => verify(false),
    accept: () => verify(true),
  }
}

/**
 * Opens a page with the log-in by `open`. The finger touches only after the button asks: the e-mail field requests a
 * passkey first, and an authenticator that answers both requests has one answer refused.
 */
export async function openForPasskeyButton(
  page: Page,
  { touch }: Awaited<ReturnType<typeof addAuthenticator>>,
  open: () => Promise<unknown>,
): Promise<void> {
  const OPTIONS = '**/auth/passkey/options'
  await touch(false)
  const offered = page.waitForResponse(OPTIONS)
  await open()
  await offered
  await page.route(OPTIONS, async (route) => {
    await touch(true)
    await route.continue()
  })
}
