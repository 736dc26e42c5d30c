import { sql } from 'kysely'
import { isDiskFull } from './database-trouble.ts'
import type { Database } from './tables.ts'

/** More than the free space of an existing page. */
const PROBE_BYTES = 64 * 1024

export function createDiskRoom() {
  let isFull = false
  return {
    noteFull: () => void (isFull = true),
    /**
     * Reason why the server is not ready. After a write failed for lack of space, it checks with a write that is
     * rolled back.
     */
    async problem(db: Database): Promise<string | null> {
      if (!isFull) return null
      try {
        await writeAndTakeBack(db)
        isFull = false
        return null
      } catch (error) {
        if (!isDiskFull(error)) throw error
        return 'the disk of the database is full'
      }
    },
  }
}

class TakenBack extends Error {}

async function writeAndTakeBack(db: Database): Promise<void> {
  const written = db.transaction().execute(async (trx) => {
    await sql`create table koi_disk_probe (filler text)`.execute(trx)
    await sql`alter table koi_disk_probe alter column filler set storage external`.execute(trx)
    await sql`insert into koi_disk_probe values (repeat('.', ${sql.lit(PROBE_BYTES)}))`.execute(trx)
    throw new TakenBack()
  })
  await written.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
}
