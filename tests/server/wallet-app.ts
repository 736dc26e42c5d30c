import { API_BASE } from '#contract/api-base.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'

export const PROJECT_ID = '0123456789abcdef0123456789abcdef'

interface Call {
  readonly method?: string
  readonly body?: string
  readonly from?: string
}

/** An app that never uses its database, with a clock that the test moves. */
export function createWalletApp(env: Record<string, string>) {
  const time = { now: Date.parse('2026-06-01T12:00:00Z') }
  const lines: string[] = []
  const logger = createLogger('trace', { write: (line) => void lines.push(line) })
  const config = readConfig({ TRUST_PROXY: '1', ...env })
  const app = createApp({ db: {} as Database, config, staticDir: null, logger, clock: () => time.now })

  const call = async (path: string, { from = '198.51.100.1', ...init }: Call = {}) =>
    app.request(path.startsWith('/api/') ? path : API_BASE + path, {
      ...init,
      headers: { 'x-forwarded-for': from },
    })
  return { time, lines, call }
}
export type WalletApp = ReturnType<typeof createWalletApp>
