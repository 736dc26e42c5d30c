import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { TEMPLATE_VARIABLE } from './koi-server.ts'

/** Seeds one data directory for all servers of the run: the first start of PGlite takes seconds. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'koi-e2e-template-'))
  const server = await startKoi({ dataDir })
  await server.stop()
  process.env[TEMPLATE_VARIABLE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
