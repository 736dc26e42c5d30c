import { parseSeal } from '#fair/seal.ts'
import { findLogFaults } from '#server/books/operator-log.ts'
import { readInOneView } from '#server/books/reconcile.ts'
import type { Database } from '#server/db/tables.ts'

/** Hashes all lines again, and compares them with the seals. */
export async function checkLog(db: Database) {
  return readInOneView(db, async (trx) => {
    const { lines, hash } = await trx
      .selectFrom('admin_log_head')
      .select(['lines', 'hash'])
      .executeTakeFirstOrThrow()
    const faults = await findLogFaults(trx)
    return {
      lines: Number(lines),
      head: Number(lines) === 0 ? null : Buffer.from(hash).toString('hex'),
      sealed: await readSealed(trx),
      faults: faults.map(({ where }) => where),
    }
  })
}

async function readSealed(trx: Database) {
  const row = await trx
    .selectFrom('seal')
    .select(['day', 'text'])
    .where('text', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.text) return null
  const { log } = parseSeal(row.text)
  return log && { day: row.day, head: log.head }
}
