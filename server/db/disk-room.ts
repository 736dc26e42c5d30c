import { sql } from 'kysely'
import { isDiskFull } from './database-trouble.ts'
import type { Database } from './tables.ts'

/** More than the free space of a page that is there already. */
const PROBE_BYTES = 64 * 1024

/** Remembers that the database had no room to write, until it has again. */
export function createDiskRoom() {
  let isFull = false
  return {
    noteFull: () => void (isFull = true),
    /** Why the server is not ready, in words; writes something, and takes it back, once there was no room. */
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
