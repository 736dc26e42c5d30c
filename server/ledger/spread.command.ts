import type { DatabaseConfig } from '#server/db/open-database.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { planSpread, spreadScript } from './spread.ts'

/**
 * The commands that spread this configuration's database over machines with Citus; it runs none of them.
 * @throws StartupError when there is no database of this version, or a server has the PGlite directory open
 */
export async function printSpread(
  config: DatabaseConfig,
  machines: number,
  write: (line: string) => void,
): Promise<void> {
  await withDatabase(config, async (db) => {
    for (const line of spreadScript(await planSpread(db, machines))) write(line)
  })
}
