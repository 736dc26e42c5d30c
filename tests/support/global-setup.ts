import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { EARLY_PLAYER_VARIABLE, registerPlayer } from './account-api.ts'
import { SHORT_LIVED, TEMPLATE_VARIABLE } from './koi-server.ts'
import { fillDataDir } from './pglite.ts'

/**
 * Seeds one data directory for all servers of the run, because the first start of PGlite takes seconds. It has a
 * player, for the journey that needs a second mail: an address gets one a minute.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'koi-e2e-template-'))
  await fillDataDir(dataDir)
  const server = await startKoi({ dataDir, flags: SHORT_LIVED })
  const player = await registerPlayer(server, 'early@koi.example')
  await server.stop()
  process.env[EARLY_PLAYER_VARIABLE] = JSON.stringify(player)
  process.env[TEMPLATE_VARIABLE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
