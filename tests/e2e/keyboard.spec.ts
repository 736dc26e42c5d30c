import { expect } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, logInElsewhere, main, test } from '../support/journey-players.ts'
import { walkByKeyboard } from '../support/keyboard-walk.ts'
import { openScreen, walkScreen } from '../support/screen-checks.ts'

test.use(WITHOUT_WORKER)
test.beforeEach(async ({ allowConsole, page }) => {
  allowConsole(WORKER_BLOCKED)
  // Waits for smooth scrolling and colour transitions to end.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

// accessibility.spec.ts walks the other screens.
test('a player uses the screens that differ for players with the keyboard alone', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  for (const address of ['/accout', '/register', '/?panel=account']) {
    await test.step(address, () => walkScreen(page, address))
  }
})

test('the keyboard walk detects controls that a keyboard cannot reach', async ({ page }) => {
  await openPage(page, '/settings')
  expect((await walkByKeyboard(page)).problems).toEqual([])
  await main(page).evaluate((element) => {
    const add = (tag: string, text: string) => {
      const added = element.appendChild(document.createElement(tag))
      added.textContent = text
      return added
    }
    add('div', 'Only for mice').setAttribute('role', 'button')
    add('button', 'Unmarked').style.outline = 'none'
    const row = add('div', '')
    row.append(add('button', 'Right'), add('button', 'Left'))
    Object.assign(row.style, { display: 'flex', flexDirection: 'row-reverse' })
  })
  const { problems } = await walkByKeyboard(page)
  expect(problems).toContain('Only for mice is not reached')
  expect(problems).toContain('Unmarked does not show the focus')
  expect(problems).toContain('Left comes after Right and stands before it')
  await main(page).evaluate((element) => {
    element.lastElementChild?.addEventListener('keydown', (event) => event.preventDefault())
  })
  expect((await walkByKeyboard(page)).problems).toContain('Nobody leaves the page by Tab')
})

test('a visitor submits each form with Enter, and the focus moves to the first error', async ({ page }) => {
  for (const [address, field] of [
    ['/accout', 'Password'],
    ['/register', 'Nickname (optional)'],
    ['/forgot-password', 'New password'],
  ] as const) {
    await openPage(page, address)
    await main(page).getByLabel(field, { exact: true }).focus()
    await page.keyboard.press('Enter')
    const first = main(page).getByLabel('E-mail', { exact: true })
    await expect(first, address).toBeFocused()
    await expect(first, address).toHaveAccessibleDescription(/Please fill this in/)
  }
})

test('a player submits each form with Enter, and the focus moves to the first error', async ({
  page,
  newPlayer,
}) => {
  await beginLoggedIn(page, await newPlayer())
  for (const [address, field, first] of [
    ['/profile', 'Phone number', 'Name'],
    ['/security/password', 'New password', 'Current password'],
    ['/security/email', 'Your password', 'New e-mail address'],
    ['/security/two-step?step=set-up', 'Your password', 'Your password'],
    ['/security/close', 'Your password', 'Your password'],
    ['/responsible-play/limits?limit=loss-week', 'Limit in US dollars', 'Limit in US dollars'],
    ['/responsible-play/self-exclusion', 'Your password', /^I understand that I cannot play/],
  ] as const) {
    await openScreen(page, address)
    await page.getByLabel(field, { exact: true }).focus()
    await page.keyboard.press('Enter')
    const mistaken = page.getByLabel(first, { exact: true })
    await expect(mistaken, address).toBeFocused()
    await expect(mistaken, address).toHaveAttribute('aria-invalid', 'true')
  }
})

test('a few key presses lead from the top of a game page to the bet, and shortcut keys are announced once', async ({
  page,
}) => {
  const told = page.getByText('Single keys can bet and change the amount.', { exact: false })
  for (const [round, game] of ['dice', 'crash', 'mines'].entries()) {
    await openPage(page, `/games/${game}/play`)
    const bet = page.locator('[data-action="bet"]')
    await expect(bet).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the bet' }), game).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bet, game).toBeFocused()
    await expect(told).toHaveCount(round === 0 ? 1 : 0)
  }
  await openPage(page, '/settings')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the bet' })).toHaveCount(0)
})

test('dialogs and sheets return the focus to the button that opened them', async ({
  page,
  server,
  newPlayer,
}) => {
  const player = await newPlayer()
  await logInElsewhere(server, player)
  await beginLoggedIn(page, player)
  for (const address of ['/security/sessions', '/responsible-play/limits', '/settings', '/history']) {
    await openScreen(page, address)
    const openers = await page.locator('[aria-haspopup="dialog"]:visible').all()
    expect(openers.length, address).toBeGreaterThan(0)
    for (const opener of openers) {
      const name = `${address}: ${(await opener.getAttribute('aria-label')) ?? (await opener.innerText())}`
      await opener.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog, name).toBeVisible()
      await expect
        .poll(() => dialog.evaluate((each) => each.contains(document.activeElement)), name)
        .toBe(true)
      await page.keyboard.press('Escape')
      await expect(dialog, name).toBeHidden()
      await expect(opener, name).toBeFocused()
    }
  }
})

test('a player takes a time-out with the keyboard alone', async ({ page, newPlayer }) => {
  await beginLoggedIn(page, await newPlayer())
  await openPage(page, '/responsible-play/time-out')
  const tabTo = async (name: string | RegExp) => {
    const wanted = main(page).getByLabel(name).or(main(page).getByRole('button', { name }))
    for (let press = 0; press < 20; press += 1) {
      if (await wanted.evaluate((each) => each === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${name}`)
  }
  await tabTo(/^24 hours/)
  await page.keyboard.press('ArrowDown')
  await expect(main(page).getByRole('radio', { name: /^3 days/ })).toBeChecked()
  await expect(main(page).getByRole('radio', { name: /^3 days/ })).toBeFocused()
  await tabTo('Start time-out')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('Please confirm this first')).toBeVisible()
  const yes = main(page).getByRole('checkbox', { name: /^I understand that I cannot play/ })
  await expect(yes).toBeFocused()
  await page.keyboard.press('Space')
  await expect(yes).toBeChecked()
  await tabTo('Start time-out')
  await page.keyboard.press('Space')
  await expect(main(page).getByText(/^Your time-out runs until/)).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Make it longer' })).toBeFocused()
})
