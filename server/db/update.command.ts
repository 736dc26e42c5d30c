import { createLogger } from '#server/base/logger.ts'
import { planUpdate } from './migrate.ts'
import { openDatabase, requireDatabase, type DatabaseConfig } from './open-database.ts'

/**
 * Says what the start of this release would do to the schema.
 * @returns true if processes of the release that uses the database may go on meanwhile
 */
export async function printUpdate(config: DatabaseConfig, write: (line: string) => void): Promise<boolean> {
  requireDatabase(config)
  const { db, close } = await openDatabase(config, createLogger('silent'))
  try {
    const { pending, breaking } = await planUpdate(db)
    for (const { id, name } of pending) write(`${id} ${name}`)
    if (pending.length === 0) write('The schema is up to date: this release changes nothing.')
    else if (breaking.length === 0) write('Servers and signer may run while they are replaced one by one.')
    else
      write(
        `Stop all servers and the signer first, because of ${breaking.map(({ name }) => name).join(', ')}.`,
      )
    return breaking.length === 0
  } finally {
    await close()
  }
}
