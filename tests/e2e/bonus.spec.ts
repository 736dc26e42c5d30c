import { expect, type Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { callApi } from '../support/account-api.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, main, test } from '../support/journey-players.ts'
import { expectFits, LANGUAGES, openScreen, violations } from '../support/screen-checks.ts'

/** Fast blocks on the practice chain: the nineteen confirmations take moments. */
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

async function simulate(page: Page, amount: string) {
  const address = panel(page, 'Wallet address')
  await address.getByLabel('Amount in USDT').fill(amount)
  await address.getByRole('button', { name: 'Send practice USDT' }).click()
  await expect(address.getByText(/^Credited: /).first()).toBeAttached()
}

test('a player chooses a bonus before the deposit, sees it while it is locked, and gives it up', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/?panel=deposit')
  const deposit = panel(page, 'Deposit')
  const choice = deposit.getByRole('switch', { name: 'Take the bonus' })
  await expect(deposit).toContainText('180.00% bonus on deposit from $10.00 to 20,000.00 USDB')
  await expect(choice).toBeChecked()
  await expect(deposit).toContainText(
    '$100.00 gives you a locked bonus of $180.00. Bets of about $90,000.00 at a 1% house edge release it.',
  )
  await choice.uncheck()
  await expect(deposit).toContainText('Your deposits come without a bonus')
  await expect(choice).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expect(choice).toHaveAttribute('aria-busy', 'false')

  await deposit.getByRole('button', { name: /Wallet Address/ }).click()
  await expect(panel(page, 'Wallet address')).toContainText(
    'A deposit of $10.00 or more gives you the 180.00% bonus.',
  )
  await simulate(page, '100')

  await openPage(page, '/?panel=coins')
  const coins = panel(page, 'Your coins')
  await expect(coins.getByRole('listitem').filter({ hasText: 'USDB' })).toContainText('180.00 locked')
  await expect(coins).toContainText(
    '180.00 USDB of bonus money is locked. Bets with your balance release it until',
  )
  await coins.getByRole('link', { name: 'See progress' }).click()

  const card = main(page).getByRole('article').filter({ hasText: 'First-deposit bonus' })
  await expect(card).toContainText('0.00 of 180.00 USDB released')
  await expect(card).toContainText('60 days left')
  await expect(card.getByRole('progressbar', { name: 'Released' })).toHaveAttribute('aria-valuenow', '0')
  await card.getByRole('link', { name: 'Give up the rest' }).click()
  const question = panel(page, 'Give up 180.00 USDB?')
  await expect(question).toContainText('go back to Koi for good')
  await expect(question.getByText('Practice', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(card).toBeVisible()
  await card.getByRole('link', { name: 'Give up the rest' }).click()
  await question.getByRole('button', { name: 'Give up 180.00 USDB' }).click()
  await expect(question).toBeHidden()
  await expect(main(page)).toContainText(/Given up on .*: 0.00 USDB released, 180.00 went back/)
  await expect(card).toHaveCount(0)

  await openPage(page, '/?panel=coins')
  await expect(coins.getByRole('listitem').filter({ hasText: 'USDB' })).toBeVisible()
  await expect(coins).not.toContainText('locked')
  await openPage(page, '/?panel=deposit')
  await expect(deposit).toContainText('for the second deposit')
  await openPage(page, '/history?view=money&kind=bonus')
  // Only the chosen chip is announced, and it is scrolled into view.
  const kinds = main(page).getByRole('group', { name: 'Kinds' })
  await expect(kinds.locator('[aria-current]')).toHaveText(['Bonuses'])
  await expect(kinds.getByRole('link', { name: 'Bonuses' })).toBeInViewport({ ratio: 1 })
  const lines = main(page).getByRole('list').last().getByRole('listitem')
  await expect(lines.filter({ hasText: 'Bonus taken back' })).toContainText('−180 USDB')
  await expect(lines.filter({ hasText: '+180 USDB' })).toContainText('Bonus, locked')
})

test('a bonus announces its end days before, and that it has ended', async ({
  page,
  newPlayer,
  allowConsole,
}) => {
  // Leaving a page cancels its calls, which must not count as errors.
  allowConsole(/net::ERR_FAILED \(\S+\/api\/user\/bonuses\)/)
  const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
  const bonus = {
    id: '1',
    ordinal: 1,
    status: 'active',
    coin: 'usdb-blast',
    amount: '180',
    released: '30',
    locked: '150',
    lost: '0',
    depositUsd: '100',
    releaseBps: 2000,
    edgeBps: 100,
    playUsd: '75000',
    grantedAt: days(-53.5),
    expiresAt: days(6.5),
    endedAt: null as string | null,
  }
  // Answers with the date of another day instead of waiting for 60 days.
  await page.route('**/api/user/bonuses', async (route) => {
    try {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { data: { ...data, bonuses: [bonus] } } })
    } catch {
      await route.abort().catch(() => undefined)
    }
  })
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/?panel=coins')
  const coins = panel(page, 'Your coins')
  await expect(coins).toContainText('150.00 USDB of bonus money is locked.')
  await expect(coins.locator('.text-gold svg')).toBeVisible()
  await openPage(page, '/rewards')
  await expect(main(page).getByRole('article')).toContainText('7 days left')

  Object.assign(bonus, {
    status: 'expired',
    locked: '0',
    lost: '150',
    expiresAt: days(-1),
    endedAt: days(-1),
  })
  await openPage(page, '/?panel=coins')
  await expect(coins).toContainText(/A bonus expired on .*: 150\.00 USDB were not released and are lost\./)
  await openPage(page, '/rewards')
  await expect(main(page)).toContainText(/Expired on .*: 30\.00 USDB released, 150\.00 lost/)
})

for (const language of LANGUAGES) {
  test(`axe finds nothing on a bonus in ${language}, and everything fits`, async ({
    page,
    server,
    newPlayer,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
    const player = await newPlayer()
    const { token } = player
    const bonuses = async () =>
      (await callApi<{ bonuses: { id: string }[] }>(server, '/user/bonuses', { method: 'GET', token }))
        .bonuses
    const address = { receives: 'sol-solana' }
    await callApi(server, '/user/deposit-address', { method: 'PUT', token, body: address })
    const transfer = { amount: '100', idempotencyKey: crypto.randomUUID() }
    await callApi(server, '/practice/transfers', { token, body: transfer })
    await expect.poll(async () => (await bonuses()).length).toBe(1)
    const [bonus] = await bonuses()
    await beginLoggedIn(page, player)
    for (const [path, shown] of [
      ['/rewards', '180.00'],
      [`/rewards?bonus=${bonus?.id}`, '180.00'],
      ['/?panel=coins', '180.00'],
      ['/?panel=deposit', '$90,000.00'],
    ] as const) {
      await openScreen(page, path)
      await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
      expect.soft(await violations(page, ['dark', 'light']), path).toEqual([])
      await expectFits(page, path)
    }
  })
}
