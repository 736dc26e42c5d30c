import { expect, type Page } from '@playwright/test'
import { lookAround } from '../support/app-pages.ts'
import { test } from '../support/fixtures.ts'
import { untilAnswersKept } from '../support/offline-state.ts'

interface ManifestImage {
  src: string
  sizes: string
  type: string
  purpose?: string
  form_factor?: string
  label?: string
}
interface Manifest {
  id: string
  scope: string
  start_url: string
  display: string
  icons: ManifestImage[]
  screenshots: ManifestImage[]
  shortcuts: { url: string; icons: ManifestImage[] }[]
}

function offerInstall(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  return page.evaluate((answer) => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    window.dispatchEvent(Object.assign(offer, { prompt: () => Promise.resolve({ outcome: answer }) }))
  }, outcome)
}

async function naturalSize(page: Page, address: string): Promise<string> {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, address)
}

test('Chromium reports nothing that prevents the installation', async ({ profile, server }) => {
  // A private window cannot install apps, and Playwright opens private windows by default.
  const context = await profile.launch()
  const page = await context.newPage()
  await page.goto('/')
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toBe(`${server.origin}/sw.js`)

  const session = await context.newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect(url).toBe(`${server.origin}/manifest.webmanifest`)
  expect(errors).toEqual([])
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])

  const manifest = JSON.parse(data ?? '') as Manifest
  expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/?launch', display: 'standalone' })
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(
    new Set(['any', 'maskable', 'monochrome']),
  )
  expect(manifest.shortcuts.map((shortcut) => shortcut.url)).toEqual([
    '/games',
    '/?panel=deposit',
    '/rewards',
  ])
})

test('the icon opens the lobby, and a reload there uses the usual address', async ({ page }) => {
  await page.goto('/')
  await untilAnswersKept(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  await page.goto('/?launch')
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  const opened = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)
  expect(await opened()).toMatch(/\/\?launch$/)
  await page.reload()
  expect(await opened()).toMatch(/\/$/)
})

test('another page that opened the icon’s address in a tab keeps no handle to it', async ({
  page,
  server,
  context,
}) => {
  await page.goto('/')
  await untilAnswersKept(page)
  const stranger = await context.newPage()
  await stranger.goto(`http://localhost:${server.port}/robots.txt`)
  const opening = context.waitForEvent('page')
  // Clears the opener before it navigates, so that the page does not see one.
  await stranger.evaluate((address) => {
    const hold = window.open('about:blank')
    if (!hold) throw new Error('No window was opened')
    hold.opener = null
    hold.location.href = address
    Object.assign(window, { hold })
  }, `${server.origin}/?launch`)
  const opened = await opening
  await expect(opened).toHaveURL(`${server.origin}/`)
  await expect(opened.getByTestId('game-tile').first()).toBeVisible()
  const isClosed = () => stranger.evaluate(() => (window as unknown as { hold: Window }).hold.closed)
  await expect.poll(isClosed).toBe(true)
})

test('every picture in the manifest exists in the declared size', async ({ page, server }) => {
  await page.goto('/')
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as Manifest
  const images = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
  ]
  for (const { src, sizes, type } of images) {
    const answer = await page.request.get(src)
    expect.soft(answer.status(), src).toBe(200)
    expect.soft(answer.headers()['content-type'], src).toContain(type)
    if (answer.ok()) expect.soft(await naturalSize(page, new URL(src, server.origin).href), src).toBe(sizes)
  }
  for (const form of ['narrow', 'wide']) {
    const shots = manifest.screenshots.filter((shot) => shot.form_factor === form)
    expect(shots.length, `${form} screenshots`).toBeGreaterThan(0)
    expect(shots.every(({ label }) => Boolean(label))).toBe(true)
  }
})

test('the installation is offered when the browser allows it, and no longer after it is done', async ({
  page,
}) => {
  await page.goto('/settings')
  await page.getByRole('link', { name: /Install Koi/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Install Koi' })
  await expect(sheet).toBeVisible()
  await offerInstall(page, 'dismissed')
  await sheet.getByRole('button', { name: 'Install', exact: true }).click()
  // The browser's offer is good for one answer. After that only its menu remains.
  await expect(sheet.getByRole('button', { name: 'Install', exact: true })).toHaveCount(0)
  await offerInstall(page, 'accepted')
  await lookAround(page)
  await sheet.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(sheet).toContainText('Koi is installed')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Koi is installed', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /Install Koi/ })).toHaveCount(0)

  await page.goto('/')
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Install Koi' })).toHaveCount(0)
})

test('an offer that came before the app started is shown in the lobby', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      window.dispatchEvent(Object.assign(offer, { prompt: () => Promise.resolve({ outcome: 'accepted' }) }))
    })
  })
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Install Koi' })
  await card.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(card).toHaveCount(0)
})

test('a dismissed card stays away', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  await offerInstall(page, 'accepted')
  const card = page.getByRole('region', { name: 'Install Koi' })
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByTestId('game-tile').first()).toBeVisible()
  await offerInstall(page, 'accepted')
  await expect(card).toHaveCount(0)
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })

  test('the lobby says how to put Koi on the home screen', async ({ page }) => {
    await page.goto('/?panel=install')
    const sheet = page.getByRole('dialog', { name: 'Install Koi' })
    await expect(sheet).toContainText('Add to Home Screen')
    await expect(sheet.getByRole('button', { name: 'Install', exact: true })).toHaveCount(0)
  })

  test('the lobby says nothing when Koi runs from the home screen', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await page.goto('/settings')
    await expect(page.getByText('Koi is installed', { exact: true })).toBeVisible()
  })
})
