import { startKoi, type KoiProcess, type StartOptions } from '../../scripts/lib/koi-process.mjs'
import type { Open } from './keeper.ts'

/** Environment variable with the data directory of the global set-up, which every server copies. */
export const TEMPLATE_VARIABLE = 'KOI_E2E_TEMPLATE'

/** Optimizing the database's code takes half of a start, and pays only in a long run. */
export const SHORT_LIVED = ['--liftoff-only']

/** A server that tests share. Only its opener can `stop` it, which deletes its data; a test may `kill` it. */
export type KoiServer = Omit<KoiProcess, 'stop'>

/** The built product on a free port, with a copy of the seeded data directory. */
export function startKoiServer(options: Omit<StartOptions, 'template'> = {}): Promise<KoiProcess> {
  const template = process.env[TEMPLATE_VARIABLE]
  return startKoi({ flags: SHORT_LIVED, ...options, ...(template !== undefined && { template }) })
}

/** Opens a server with these variables, for tests to share. */
export const opensServer =
  (env: Record<string, string>): Open<KoiServer> =>
  async () => {
    const server = await startKoiServer({ env })
    return { value: server, close: () => server.stop() }
  }
