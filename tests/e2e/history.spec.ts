import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Download, type Page } from '@playwright/test'
import { lookAround, openFromTabBar, openPage, scrollPage } from '../support/app-pages.ts'
import { ORIGINALS } from '#server/catalogue/games.seed.ts'
import {
  DEMO_GAMES,
  GAME_COUNT,
  playDemo,
  playDice,
  playEachGame,
  storePlay,
  type StoredPlay,
} from '../support/demo-bets.ts'
import { OFFLINE_NOISE, test, WORKER_BLOCKED } from '../support/fixtures.ts'
import { untilKept } from '../support/offline-state.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DAY = 86_400_000

const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
const filter = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const result = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Result' }).locator('label').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const nameOf = (game: string) => ORIGINALS.find(({ slug }) => slug === game)?.name['en-US'] ?? game

async function openHistory(page: Page, play: StoredPlay, address = '/history'): Promise<void> {
  await openPage(page, '/history')
  // The play engine creates its database when the page first asks for it.
  await expect(page.getByText('No bets yet')).toBeVisible()
  await storePlay(page, play)
  await openPage(page, address)
}

function verify(input: string): { game?: string; matches?: boolean; error?: string }[] {
  const { stdout, stderr, status } = spawnSync('npm', ['run', '-s', 'verify'], {
    cwd: ROOT,
    input,
    encoding: 'utf8',
  })
  expect(stderr.replaceAll(/^npm warn.*$/gm, '').trim()).toBe('')
  expect(status).toBe(0)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all<[Promise<Download>, Promise<void>]>([
    page.waitForEvent('download'),
    press(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test.describe('the history', () => {
  test.use({ serviceWorkers: 'block' })
  test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

  test('is linked in the account menu, explains itself and links to a game', async ({ page }) => {
    await openPage(page, '/')
    await (await openFromTabBar(page, 'Account')).getByRole('link', { name: 'History' }).click()
    await expect(page).toHaveURL('/history')
    await expect(page).toHaveTitle('History · Koi')
    await expect(page.getByText('kept on this device only')).toBeVisible()
    await expect(page.getByText('No bets yet')).toBeVisible()
    await expect(button(page, 'Export JSON')).toBeHidden()
    await button(page, 'Filter, export').click()
    await expect(button(page, 'Export JSON')).toBeDisabled()
    await expect(page.getByRole('link', { name: 'Play Dice' })).toHaveAttribute('href', '/games/dice/play')
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('checks a bet of each game on the device, and the command line agrees', async ({ page }) => {
    test.slow()
    const play = await playDemo(async (engine) => {
      // A spreadsheet would run this client seed as a formula; it also has quotes and commas.
      await engine.seeds.setClientSeed('=1+"a",锦鲤:7')
      await playEachGame(engine)
      await playEachGame(engine)
    })
    await openHistory(page, play)
    await expect(rows(page)).toHaveCount(2 * GAME_COUNT)

    await rows(page).filter({ hasText: 'Dice' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName(/^Dice · bet #\d+$/)
    await expect(dialog.getByText('revealed when you rotate')).toBeVisible()
    await button(page, 'Rotate and reveal').click()
    await expect(button(page, 'Verify')).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/history')

    for (const game of DEMO_GAMES) {
      const name = nameOf(game)
      await rows(page).filter({ hasText: name }).first().click()
      await expect(dialog).toHaveAccessibleName(new RegExp(`^${name} · bet #`))
      await lookAround(page)
      await button(page, 'Verify').click()
      await expect(dialog.getByText('Verified on this device')).toBeVisible()
      await expect(dialog.getByText('It matches what was paid')).toBeVisible()
      await expect(dialog.getByText('HMAC-SHA256(server seed').first()).toBeVisible()
      const command = await dialog.locator('code').last().innerText()
      const line = spawnSync('sh', ['-c', command.replace(/ \| npm run -s verify$/, '')], {
        encoding: 'utf8',
      })
      const single = await downloaded(page, () => button(page, 'Export').click())
      expect(single.name).toMatch(new RegExp(`^koi-${game}-bet-\\d+\\.json$`))
      expect(verify(line.stdout + single.text)).toEqual([
        expect.objectContaining({ game, matches: true }),
        expect.objectContaining({ game, matches: true }),
      ])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }

    await button(page, 'Filter, export').click()
    for (const format of ['JSON', 'CSV']) {
      const file = await downloaded(page, () => button(page, `Export ${format}`).click())
      expect(file.name).toMatch(new RegExp(`^koi-bets-\\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`))
      const answers = verify(file.text)
      expect(answers).toHaveLength(2 * GAME_COUNT)
      expect(answers.filter(({ matches }) => matches === true)).toHaveLength(2 * GAME_COUNT)
    }
  })

  test('keeps its filters in the address and exports only the filtered bets', async ({ page }) => {
    // Tall enough to render every row.
    await page.setViewportSize({ width: 390, height: 2_400 })
    const all = 3 * GAME_COUNT + 5
    const start = Date.now() - 4 * DAY
    let now = start
    const play = await playDemo(
      async (engine) => {
        for (let day = 0; day < 3; day += 1) {
          now = start + day * DAY
          await playEachGame(engine)
        }
        await engine.seeds.rotate()
        await playDice(engine, 5)
        await engine.seeds.rotate()
      },
      () => now,
    )
    await openHistory(page, play)
    await expect(rows(page)).toHaveCount(all)

    await button(page, 'Filter, export').click()
    await filter(page, 'Mines').click()
    await expect(page).toHaveURL('/history?game=mines')
    await expect(rows(page)).toHaveCount(3)
    const file = await downloaded(page, () => button(page, 'Export JSON').click())
    const exported: { game: string }[] = JSON.parse(file.text)
    expect(exported.map(({ game }) => game)).toEqual(['mines', 'mines', 'mines'])

    await filter(page, 'All games').click()
    await result(page, 'Won').click()
    await expect(page).toHaveURL('/history?result=won')
    const paid = play.bets.map(({ row }) => row as { stake: bigint; payout: bigint })
    const won = paid.filter(({ stake, payout }) => payout > stake).length
    await expect(rows(page)).toHaveCount(won)
    await expect(rows(page).filter({ hasText: '+' })).toHaveCount(won)
    await result(page, 'Lost').click()
    await expect(rows(page).filter({ hasText: '−' })).toHaveCount(all - won)
    await result(page, 'All').click()

    const local = new Date(start)
    const dayOf = (date: Date) =>
      `${date.getFullYear()}-${`${date.getMonth() + 1}`.padStart(2, '0')}-${`${date.getDate()}`.padStart(2, '0')}`
    await page.getByLabel('From').fill(dayOf(local))
    await page.getByLabel('To', { exact: true }).fill(dayOf(local))
    await expect(rows(page)).toHaveCount(GAME_COUNT)
    await page.reload()
    await expect(rows(page)).toHaveCount(GAME_COUNT)
    await expect(page.getByLabel('From')).toHaveValue(dayOf(local))
    await button(page, 'Reset filters').click()
    await expect(page).toHaveURL('/history')
    await expect(rows(page)).toHaveCount(all)

    await page.getByLabel('Multiplier at least').fill('many')
    await expect(page.getByText('Type a number such as 2 or 1.5.')).toBeVisible()
    await page.getByLabel('Multiplier at least').fill('1,5')
    await expect(page.getByText('Use a point: 1.5')).toBeVisible()
    await page.getByLabel('Multiplier at least').fill('1.5')
    await expect(page).toHaveURL('/history?min=1.5')
    await expect(async () => {
      for (const text of await rows(page).allInnerTexts()) {
        expect(Number(/([\d.,]+)×/.exec(text)?.[1]?.replaceAll(',', ''))).toBeGreaterThanOrEqual(1.5)
      }
    }).toPass()

    await openPage(page, '/history?game=dice&min=1000000')
    await expect(page.getByText('No bet matches these filters')).toBeVisible()
    await page.getByRole('link', { name: 'Show all bets' }).click()
    await expect(rows(page)).toHaveCount(all)

    await button(page, 'Seeds').click()
    const pairs = page.getByRole('dialog', { name: 'Seeds' }).getByRole('listitem')
    await expect(pairs).toHaveCount(2)
    await pairs.filter({ hasText: '5 bets' }).getByRole('link', { name: 'Show its bets' }).click()
    await expect(page).toHaveURL(/\/history\?pair=[0-9a-f]{64}$/)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(rows(page)).toHaveCount(5)
    await openPage(page, '/history?game=chess&min=-3&from=2026-02-30&result=maybe')
    await expect(rows(page)).toHaveCount(all)
  })

  test('is cleared only after a confirmation, and the balance stays', async ({ page }) => {
    await openHistory(page, await playDemo((engine) => playDice(engine, 3)))
    await button(page, 'Filter, export').click()
    await button(page, 'Clear history').click()
    const question = page.getByRole('dialog', { name: 'Clear the history?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toBeHidden()
    await expect(rows(page)).toHaveCount(3)
    await button(page, 'Clear history').click()
    await question.getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('History cleared')).toBeVisible()
    await expect(page.getByText('No bets yet')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No bets yet')).toBeVisible()
  })

  test('renders few of thousands of bets while scrolling, and adds new ones at the top', async ({
    page,
    context,
  }) => {
    test.slow()
    await openHistory(page, await playDemo((engine) => playDice(engine, 3_000)))
    const row = (position: number) => page.getByRole('main').locator(`li[aria-posinset="${position}"]`)
    await expect(row(1)).toBeVisible()
    let most = 0
    await expect
      .poll(
        async () => {
          most = Math.max(most, await rows(page).count())
          await scrollPage(page, 1_000_000)
          return row(3_000).count()
        },
        { timeout: 60_000, intervals: [0] },
      )
      .toBe(1)
    expect(most).toBeLessThan(60)
    await expect(page.getByText('These are all bets.')).toBeVisible()
    await scrollPage(page, 0)
    await expect(row(1)).toBeVisible()

    const other = await context.newPage()
    await openPage(other, '/games/dice/play')
    await other.getByTestId('bet-button').click()
    await expect(row(1)).toHaveAttribute('aria-setsize', '3001')
    await rows(page).first().click()
    await expect(page.getByRole('dialog')).toContainText('10 demo')
  })

  test('says that a bet was made on another device', async ({ page }) => {
    await openPage(page, '/history?bet=unknown')
    await expect(page.getByRole('dialog').getByText('This bet is not on this device')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/history')
  })
})

test('the history, its checks and its exports need no network', async ({ page, server, allowConsole }) => {
  test.slow()
  allowConsole(OFFLINE_NOISE)
  await openHistory(page, await playDemo(playEachGame))
  await untilKept(page)
  await server.kill()
  await openPage(page, '/history')
  await rows(page).filter({ hasText: 'Mines' }).first().click()
  await button(page, 'Rotate and reveal').click()
  await expect(button(page, 'Verify')).toBeVisible()
  await lookAround(page)
  await button(page, 'Verify').click()
  await expect(page.getByText('Verified on this device')).toBeVisible()
  await page.goBack()
  await button(page, 'Filter, export').click()
  const file = await downloaded(page, () => button(page, 'Export CSV').click())
  expect(verify(file.text).every(({ matches }) => matches === true)).toBe(true)
})
