import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { createLineSplitter } from '#verify/split-lines.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { openPage } from '../support/app-pages.ts'
import { callApi } from '../support/account-api.ts'
import { SERVER_START, statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, test as base } from '../support/journey-players.ts'
import type { Open } from '../support/keeper.ts'
import { SHORT_LIVED, TEMPLATE_VARIABLE, type KoiServer } from '../support/koi-server.ts'
import { expectFits, violations } from '../support/screen-checks.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'
import { makeSealedHouse, type SealedHouse } from '../support/sealed-house.ts'

const openHouse: Open<{ house: SealedHouse; server: KoiServer }> = async () => {
  const house = await makeSealedHouse(process.env[TEMPLATE_VARIABLE] ?? '')
  const server = await startKoi({ template: house.dataDir, flags: SHORT_LIVED, env: { TRUST_PROXY: '1' } })
  await rm(house.dataDir, { recursive: true, force: true })
  return { value: { house, server }, close: () => server.stop() }
}
const test = base.extend<{ house: SealedHouse }>({
  house: [async ({ keep }, use) => use((await keep(openHouse)).house), SERVER_START],
  server: async ({ keep }, use) => use((await keep(openHouse)).server),
})
// All tests share one house, which is slow to make.
test.describe.configure({ mode: 'default' })
test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

const untilSealed = (server: KoiServer, day: string) =>
  expect
    .poll(
      async () => {
        const { seals } = await callApi<{ seals: { day: string }[] }>(server, '/seals', { method: 'GET' })
        return seals.map((seal) => seal.day)
      },
      { timeout: 40_000 },
    )
    .toContain(day)

async function begin(page: Page, server: KoiServer, { player }: SealedHouse): Promise<void> {
  const { token, uid } = await callApi<{ token: string; uid: number }>(server, '/auth/login', {
    body: player,
  })
  await beginLoggedIn(page, { token, uid })
}

test('a player checks the seals, a bet and the balance on the device', async ({
  page,
  server,
  house,
  allowConsole,
}) => {
  // A day without a seal.
  allowConsole(statusNoise(404))
  await untilSealed(server, house.days[1])
  await begin(page, server, house)
  await openPage(page, '/transparency')
  await main(page).getByLabel('Day (UTC)').fill('2026-01-01')
  await expect(main(page).getByText('This day is not sealed: choose another one.')).toBeVisible()
  await main(page).getByLabel('Day (UTC)').fill(house.days[0])
  await expect(main(page).getByText('Receipts of the day')).toBeVisible()
  await button(page, 'Check all seals on this device').click()
  await expect(main(page).getByText('All daily seals are right')).toBeVisible()
  await button(page, 'Check its rounds of Crash').click()
  await expect(
    main(page).getByText(`The rounds of Crash are as they were sealed on ${house.days[0]}`),
  ).toBeVisible()
  await expect(main(page).getByText('3 rounds: none is missing in between')).toBeVisible()
  await button(page, 'Check that my balance is in it').click()
  await expect(main(page).getByText(`Your balance is in the seal of ${house.days[0]}`)).toBeVisible()
  await expect(main(page).getByText(/^[\d,.]+ USDT$/)).toBeVisible()
  expect(await violations(page, ['dark', 'light'])).toEqual([])
  await expectFits(page, 'daily seals')

  for (const [id, text] of [
    [house.bets[0], `In the seal of ${house.days[0]}`],
    [house.bets[1], `In the seal of ${house.days[1]}`],
    [house.bets[2], 'Not sealed yet'],
  ] as const) {
    await openPage(page, `/history?coin=usdt-tron&bet=%22${id}%22`)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Check the seal' }).click()
    await expect(sheet.getByText(text, { exact: true })).toBeVisible()
  }
})

test('a seal that differs from its signature raises an alarm, with a proof to keep', async ({
  page,
  server,
  house,
}) => {
  await begin(page, server, house)
  await page.route('**/api/seals*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('\\"count\\":4', '\\"count\\":5')
    await route.fulfill({ response, body })
  })
  await openPage(page, '/transparency')
  await button(page, 'Check all seals on this device').click()
  await expect(main(page).getByText('A daily seal is wrong')).toBeVisible()
  const download = page.waitForEvent('download')
  await button(page, 'Save the proof').click()
  const proof = await readFile(await (await download).path(), 'utf8')
  expect(proof).toContain('"receiptKeys"')
})

test('a Crash round that differs from its seal raises an alarm, with a proof to keep', async ({
  page,
  server,
  house,
}) => {
  await begin(page, server, house)
  await page.route('**/api/crash/rounds*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"point":[\d.]+/, '"point":1234.5')
    await route.fulfill({ response, body })
  })
  await openPage(page, '/transparency')
  await main(page).getByLabel('Day (UTC)').fill(house.days[0])
  await button(page, 'Check its rounds of Crash').click()
  await expect(main(page).getByText('A daily seal is wrong')).toBeVisible()
  await expect(
    main(page).getByText(`the rounds of Crash of ${house.days[0]} differ from the sealed ones`),
  ).toBeVisible()
  const download = page.waitForEvent('download')
  await button(page, 'Save the proof').click()
  const lines = createLineSplitter(1_000_000)
  const proofs = createProofVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(proofs)
  const proof = await readFile(await (await download).path(), 'utf8')
  for (const line of [...lines.push(proof), ...lines.end()]) verifyLine(line ?? '')
  await proofs.check()
  expect(await proofs.finish()).toContainEqual(expect.objectContaining({ fault: 'seal' }))
})

test('the check says so when there is no connection', async ({ page, server, house, allowConsole }) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await begin(page, server, house)
  await openPage(page, '/transparency')
  const check = button(page, 'Check all seals on this device')
  await expect(check).toBeVisible()
  await page.route('**/api/seals*', (route) => route.abort())
  await check.click()
  await expect(main(page).getByText('This cannot be checked now')).toBeVisible()
})

test('verify.html verifies a whole export from the disk, without network, and detects one changed byte', async ({
  page,
  server,
  house,
  browser,
}, testInfo) => {
  await untilSealed(server, house.days[1])
  await begin(page, server, house)
  await openPage(page, '/transparency')
  // The list grows above the link and would move it while it is pressed.
  await expect(button(page, 'Check that my balance is in it')).toBeVisible()
  // The app, the file and the README show the same checksum.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: 'Download verify.html' }).click(),
  ])
  const html = await readFile(await download.path())
  const hash = createHash('sha256').update(html).digest('hex')
  await expect(main(page).getByText(hash)).toBeVisible()
  expect(await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')).toContain(hash)
  const served = await page.request.get(`${server.origin}/verify.html`)
  expect(served.headers()['content-disposition']).toContain('attachment')

  await openPage(page, '/profile')
  await button(page, 'Download my data').click()
  await page.getByLabel('Your password').fill(house.player.password)
  const saved = page.waitForEvent('download')
  await button(page, 'Save as a file').click()
  const text = await readFile(await (await saved).path(), 'utf8')

  const place = testInfo.outputPath('koi-verify.html')
  await writeFile(place, html)
  const context = await browser.newContext({
    offline: true,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  })
  const disk = await context.newPage()
  const asked: string[] = []
  disk.on('request', (request) => asked.push(request.url()))
  const noise: string[] = []
  disk.on('console', (message) => noise.push(message.text()))
  disk.on('pageerror', (error) => noise.push(error.message))
  await disk.goto(pathToFileURL(place).href)
  const give = (name: string, content: string) =>
    disk
      .getByLabel('A file of Koi: your data, an exported history, a receipt or a proof')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
  const status = disk.getByRole('status').last()
  const fact = (term: string) => status.locator(`dt:text-is("${term}") + dd`)

  await give('koi-account.json', text)
  await expect(status.getByRole('heading')).toHaveText('Everything in it is right')
  await expect(fact('Bets with the right result and payout, signed by Koi')).toHaveText('8')
  await expect(fact('Bets whose seed is not revealed yet')).toHaveText('4')
  await expect(fact('Receipts that are right')).toHaveText('12 / 12')
  await expect(fact('Chain of receipts')).toHaveText('whole')
  await expect(fact('Daily seals that are right')).toHaveText('2 / 2')
  await expect(fact('Receipts proven to be in a seal')).toHaveText('8 / 12')
  await expect(fact('Balances proven to be in a seal')).toHaveText('2')

  for (const [what, changed] of [
    [
      'a result',
      text.replace(/("outcome":)(\d)/, (_, name: string, digit: string) => `${name}${9 - Number(digit)}`),
    ],
    [
      'a receipt',
      text.replace(
        /(\\"payout\\":\\")(\d)/,
        (_, name: string, digit: string) => `${name}${9 - Number(digit)}`,
      ),
    ],
    ['a seal', text.replace('\\"type\\":\\"seal\\"', '\\"type\\":\\"sea1\\"')],
    [
      'a path',
      text.replace(
        /("path":\[\{"hash":"[0-9a-f]{63})(.)/,
        (_, before: string, last: string) => `${before}${last === '0' ? '1' : '0'}`,
      ),
    ],
    [
      'a balance',
      text.replace(
        /("pieces":\[\{"amount":")(\d)/,
        (_, name: string, digit: string) => `${name}${9 - Number(digit)}`,
      ),
    ],
  ] as const) {
    expect(changed === text, what).toBe(false)
    await give(`${what}.json`, changed)
    await expect(disk.getByText(`${what}.json`, { exact: true })).toBeVisible()
    await expect(status.getByRole('heading'), what).toHaveText('Something is wrong')
  }

  // Both themes, then the other language, by keyboard.
  expect(await violations(disk, ['dark', 'light'])).toEqual([])
  await disk.getByRole('button', { name: '简体中文' }).focus()
  await disk.keyboard.press('Enter')
  await expect(disk.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(disk.getByRole('button', { name: '简体中文' })).toBeFocused()
  await expect(status.getByRole('heading')).toHaveText('发现问题')
  await disk
    .getByRole('textbox')
    .fill(
      '{"game":"dice","serverSeed":"0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf","clientSeed":"aR3kRBVn","nonce":3,"params":{},"outcome":59.67}\n{"game":"crash","gameHash":"f951df36a7a0781b332493fe5d0fe38f64a0517d9318c20a664ff88142b89699","salt":"0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4","outcome":1.21}',
    )
  await disk.keyboard.press('Tab')
  await disk.keyboard.press('Enter')
  // The results are right, but no receipt confirms them.
  await expect(status.getByRole('heading')).toHaveText('没有发现问题，但并非全部都有签名')
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
  expect(noise).toEqual([])
  await context.close()
})
