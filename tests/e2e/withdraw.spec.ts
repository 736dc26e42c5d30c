import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { openDepositAddress, simulateTransfer } from '../../src/contract/deposits.ts'
import { callApi, type JourneyPlayer } from '../support/account-api.ts'
import { openPage } from '../support/app-pages.ts'
import { statusNoise, WITHOUT_WORKER, WORKER_BLOCKED } from '../support/fixtures.ts'
import { beginLoggedIn, button, main, test as base } from '../support/journey-players.ts'
import { startKoiServer, type KoiServer } from '../support/koi-server.ts'
import { expectFits, violations } from '../support/screen-checks.ts'

/** An address nobody has the key of. */
const ADDRESS = 'TKmGmXqxFXebATenCd5FYv7odfnc3WRKwx'.replace('TKmG', 'TKmG')
const SOMEBODY = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'

/** Blocks of a practice chain that nobody waits for. */
const test = base.extend<object, { server: KoiServer }>({
  server: [
    async ({}, use) => {
      const server = await startKoiServer({ env: { PRACTICE_BLOCK_MS: '50' } })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test.use(WITHOUT_WORKER)
test.beforeEach(({ allowConsole }) => allowConsole(WORKER_BLOCKED))

interface Terms {
  available: string
}

/** Lets so many USDT arrive by the practice chain, and waits until they are there. */
async function deposit(server: KoiServer, { token }: JourneyPlayer, amount: string): Promise<void> {
  await callApi(server, openDepositAddress.path, {
    method: 'PUT',
    token,
    body: { receives: 'usdt-tron' },
  }).catch(() => undefined)
  const before = await available(server, token)
  await callApi(server, simulateTransfer.path, { token, body: { amount, idempotencyKey: randomUUID() } })
  await expect.poll(() => available(server, token), { timeout: 15_000 }).toBeGreaterThan(before)
}

async function available(server: KoiServer, token: string): Promise<number> {
  const [terms] = await callApi<Terms[]>(server, '/user/withdrawal-terms', { method: 'GET', token })
  return Number(terms?.available)
}
