import { startKoi, type KoiProcess, type StartOptions } from '../../scripts/lib/koi-process.mjs'
import type { Open } from './keeper.ts'

/** Environment variable in which the global set-up leaves the data directory every server begins with. */
export const TEMPLATE_VARIABLE = 'KOI_E2E_TEMPLATE'

/** Half of what a start costs is optimizing the database's code, which pays only in a server that runs for long. */
export const SHORT_LIVED = ['--liftoff-only']

/** A server that tests share. Only who started it can `stop` it, which takes its data away: a test may `kill` it. */
export type KoiServer = Omit<KoiProcess, 'stop'>

/** The built product on a free port, with a copy of the seeded data directory of the global set-up. */
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
