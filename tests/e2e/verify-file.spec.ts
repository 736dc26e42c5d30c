import type { Page } from '@playwright/test'
import { openPage } from '../support/app-pages.ts'
import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { untilAnswersKept } from '../support/offline-state.ts'
import { expectFits, violations } from '../support/screen-checks.ts'

const BET = JSON.stringify({
  game: 'dice',
  serverSeed: '0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf',
  clientSeed: 'aR3kRBVn',
  nonce: 0,
  params: { side: 'over', target: 5_050 },
  outcome: 1,
})
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Verify a file' })
const verdict = (page: Page) => page.locator('main').getByRole('status')

/** As the system's share sheet does it. */
const share = (page: Page, name: string, content: string) =>
  page.evaluate(
    ([fileName, text]) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/verify',
        enctype: 'multipart/form-data',
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' })
      const transfer = new DataTransfer()
      transfer.items.add(new File([text ?? ''], fileName ?? ''))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [name, content] as const,
  )

test('a file that another app shares is verified, also without the server', async ({
  page,
  server,
  context,
}) => {
  await openPage(page, '/')
  await untilAnswersKept(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await share(page, '收据.json', BET)
  await expect(heading(page)).toBeVisible()
  await expect(verdict(page)).toContainText('Something is wrong')
  await expect(verdict(page)).toContainText('收据.json')
  await expect(page).toHaveURL(`${server.origin}/verify`)
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 'a verified file')

  await context.setOffline(true)
  await share(page, 'diary.txt', 'Dear diary,\ntoday I saw a koi.\n')
  await expect(verdict(page)).toContainText('This is not a file of Koi')
  await context.setOffline(false)
})

test('without the worker the page says that the file did not arrive, and takes it by hand', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(`${server.origin}/`)
  await share(page, 'a.json', BET)
  await expect(verdict(page)).toContainText('The shared file did not arrive')
  await page
    .getByLabel('File to verify')
    .setInputFiles({ name: 'koi.json', mimeType: 'application/json', buffer: Buffer.from(BET) })
  await expect(verdict(page)).toContainText('koi.json')
  await context.close()
})

test('a file that the system opens with the app is verified in the open window', async ({ page }) => {
  await page.addInitScript(() => {
    const launches: object[] = []
    let consumer: ((launch: object) => void) | undefined
    const launch = (next: object) => (consumer ? consumer(next) : launches.push(next))
    const launchQueue = {
      setConsumer(next: (launch: object) => void) {
        consumer = next
        launches.forEach(next)
      },
    }
    // The browser's own cannot be assigned to.
    Object.defineProperties(window, { launch: { value: launch }, launchQueue: { value: launchQueue } })
  })
  await openPage(page, '/settings')
  await page.evaluate((text) => {
    const { launch } = window as unknown as { launch: (launch: object) => void }
    launch({
      targetURL: `${location.origin}/verify`,
      files: [{ getFile: () => Promise.resolve(new File([text], 'koi-bet.json')) }],
    })
  }, BET)
  await expect(heading(page)).toBeVisible()
  await expect(verdict(page)).toContainText('koi-bet.json')
  // A shortcut leads on, the icon leaves the page as it is.
  const launch = (address: string) =>
    page.evaluate((targetURL) => {
      const { launch: begin } = window as unknown as { launch: (launch: object) => void }
      begin({ targetURL, files: [] })
    }, new URL(address, page.url()).href)
  await launch('/?launch')
  await expect(heading(page)).toBeVisible()
  await launch('/games')
  await expect(page).toHaveURL(/\/games$/)
  await page.goBack()
  await expect(heading(page)).toBeVisible()
})
