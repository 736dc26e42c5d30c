import { expect, type Page } from '@playwright/test'
import { callApi } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, logInElsewhere, main, test } from '../support/journey-players.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 1280, height: 800 } })
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const rows = (page: Page) => main(page).getByRole('listitem').getByRole('link')
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Messages/ })

test('a player is told of what happens, reads it on one device, and has it read on the other', async ({
  page,
  browser,
  server,
  newPlayer,
  guard,
}) => {
  const player = await newPlayer()
  const { token } = player
  await beginLoggedIn(page, player)
  await openPage(page, '/messages')
  await expect(main(page).getByRole('heading', { name: 'No messages' })).toBeVisible()
  await expect(bell(page)).toHaveText('Messages')

  // Another device changes a limit, and receives a deposit: this one is told.
  const limit = { method: 'PUT', token, body: { amount: '100' } } as const
  await callApi(server, '/user/limits/loss/week', limit)
  await callApi(server, '/user/deposit-address', { method: 'PUT', token, body: { receives: 'usdt-tron' } })
  await callApi(server, '/practice/transfers', {
    token,
    body: { amount: '12.5', idempotencyKey: crypto.randomUUID() },
  })
  await expect(rows(page)).toHaveText([
    /Unread:.*Deposit credited: 12\.5 USDT/,
    /Unread:.*Weekly loss limit: \$100\.00 from now on/,
  ])
  await expect(bell(page)).toHaveText('Messages 2')

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  guard(phone)
  const other = await phone.newPage()
  await beginLoggedIn(other, { ...player, token: await logInElsewhere(server, player) })
  await other.goto(`${server.origin}/messages`)
  // The log-in itself is told, too.
  await expect(rows(other).first()).toContainText('New log-in')
  await rows(other).nth(1).click()
  await expect(other).toHaveURL(/\/history\?.*line=deposit-/)
  await expect(other.getByRole('dialog', { name: 'Deposit' })).toBeVisible()
  await expect(rows(page)).toHaveText([
    /^Unread:.*New log-in/,
    /^Deposit credited/,
    /^Unread:.*Weekly loss limit/,
  ])
  await expect(bell(page)).toHaveText('Messages 2')

  await button(page, 'Mark all as read').click()
  await expect(bell(page)).toHaveText('Messages')
  await expect(main(page).getByText('Unread:')).toHaveCount(0)
  await phone.close()
})
