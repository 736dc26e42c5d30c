import { expect, type Page } from '@playwright/test'
import { crashOutcome } from '#rules/crash/crash.ts'
import { crashEndOf } from '#rules/crash/crash-curve.ts'
import { createLogger } from '#server/base/logger.ts'
import { createCrashChains } from '#server/crash/crash-chain.ts'
import { newestRound } from '#server/crash/crash-rounds.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { callApi, registerPlayer } from '../support/account-api.ts'
import { crashAction, openCrash, ROUND_MS, untilStatus } from '../support/crash-screen.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { test } from '../support/journey-players.ts'
import { startKoiServer } from '../support/koi-server.ts'
import { startPooledPostgres } from '../support/pgbouncer.ts'
import { shownBalance } from '../support/play-screen.ts'

/** Number of rounds in which players press around the crash. */
const PRESSES = Number(process.env['KOI_PRESSES'] ?? 6)
const PLAYERS = 3
/** Enough rounds for at least one press in time, even on a busy machine. */
const ROUNDS = 6
/**
 * Presses fall between BEFORE_MS before the crash and AFTER_MS after it. If all came too late, the next ones
 * come earlier.
 */
const BEFORE_MS = 80
const AFTER_MS = 20
/** The screen decides a cash-out within 1.5 s; a machine busy with tests takes longer. */
const DECIDED_MS = 4_000

/**
 * Presses both buttons at these times (epoch ms).
 * @returns for each, true if it could be pressed
 */
const pressAt = (page: Page, moments: readonly [number, number]) =>
  page.evaluate(
    (times) =>
      Promise.all(
        times.map(
          (at, index) =>
            new Promise<boolean>((resolve) => {
              setTimeout(() => {
                const button = document.querySelector<HTMLElement>(
                  `[data-testid="crash-action-${index + 1}"][data-action="cash-out"]:not([aria-disabled="true"])`,
                )
                button?.click()
                resolve(button !== null)
              }, at - Date.now())
            }),
        ),
      ),
    [...moments],
  )

test('a cash-out at the instant of the crash is paid or lost, and never stays open', async ({
  browser,
  guard,
  allowConsole,
}) => {
  test.setTimeout(PRESSES * 100_000)
  allowConsole(WORKER_BLOCKED, statusNoise(503), statusNoise(409))
  const postgres = await startPooledPostgres()
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_DIRECT_URL: postgres.direct(postgres.url),
    TRUST_PROXY: '1',
  }
  const server = await startKoiServer({ env })
  // Only the house can know the crash point in advance: the test computes it from the server's secrets.
  const { db, close } = await openDatabase(
    { databaseUrl: postgres.direct(postgres.url), dataDir: '' },
    createLogger('silent'),
  )
  const chains = createCrashChains({ db, secrets: await openSecrets(db, null), clock: Date.now })
  async function endOfRound(): Promise<{ readonly round: string; readonly endAt: number }> {
    for (;;) {
      const row = await newestRound(db)
      if (row?.status === 'running' && row.salt !== null && row.start_at) {
        const point = crashOutcome(await chains.hashOf(row.chain, row.game), row.salt)
        return { round: String(row.id), endAt: row.start_at.getTime() + crashEndOf(point) }
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const seats = await Promise.all(
    Array.from({ length: PLAYERS }, async (_, index) => {
      const player = await registerPlayer(server, `instant${index}@koi.example`)
      const context = await browser.newContext({ ...WITHOUT_WORKER, reducedMotion: 'reduce' })
      guard(context)
      const page = await context.newPage()
      await openCrash(page, player, server.origin)
      await page.getByRole('button', { name: 'Second bet' }).click()
      return { player, page, context, balance: await shownBalance(page) }
    }),
  )
  const counted = { paid: 0, lost: 0 }
  try {
    const isEnough = () => counted.paid + counted.lost >= PRESSES
    for (let rounds = 1; !isEnough() || (counted.paid === 0 && rounds <= ROUNDS); rounds += 1) {
      await untilStatus(seats[0]?.page as Page, 'running')
      for (const { page } of seats)
        for (const slot of [1, 2] as const)
          if ((await crashAction(page, slot).innerText()).includes('next round'))
            await crashAction(page, slot).click()
      await untilStatus(seats[0]?.page as Page, 'betting')
      const { round, endAt } = await endOfRound()
      const before = counted.paid === 0 ? BEFORE_MS * rounds : BEFORE_MS
      const moment = () => endAt - before + Math.random() * (before + AFTER_MS)
      const presses = await Promise.all(
        seats.map(async (seat) => ({ seat, pressed: await pressAt(seat.page, [moment(), moment()]) })),
      )
      for (const { seat, pressed } of presses) {
        for (const slot of [1, 2] as const)
          await expect(crashAction(seat.page, slot)).not.toHaveText(/Cashing out|Asking/, {
            timeout: DECIDED_MS,
          })
        await expect(seat.page.getByTestId('crash-result')).toHaveText(/^You (won|lost) |came back/, {
          timeout: ROUND_MS,
        })
        const { bets } = await callApi<{
          bets: { seeds: { round: string }; payout: string; steps?: unknown[] }[]
        }>(server, '/bets', { method: 'GET', token: seat.player.token })
        const own = bets.filter(({ seeds }) => seeds.round === round)
        expect(own.length).toBeLessThanOrEqual(2)
        expect(own.length).toBeGreaterThanOrEqual(pressed.filter(Boolean).length)
        const paid = own.filter(({ payout }) => Number(payout) > 0)
        counted.paid += paid.length
        counted.lost += pressed.filter(Boolean).length - paid.length
        seat.balance += own.reduce((sum, { payout }) => sum + Math.round(Number(payout) * 100) - 100, 0)
        await expect.poll(() => shownBalance(seat.page)).toBe(seat.balance)
      }
    }
    console.log(`In the instant of the crash: ${counted.paid} paid, ${counted.lost} lost`)
    expect(counted.paid).toBeGreaterThan(0)
  } finally {
    await Promise.all(seats.map(({ context }) => context.close()))
    await close()
    await server.stop()
    await postgres.stop()
  }
})
