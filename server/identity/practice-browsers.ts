import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { sha256 } from './secrets.ts'

// Practice mails of an account are shown to browsers that have logged in to it.

type Db = Kysely<Tables> | Transaction<Tables>

export async function keepBrowser(db: Db, uid: number, browser: string, sessionId: string): Promise<void> {
  await db
    .insertInto('practice_browser')
    .values({ account_id: uid, browser_hash: sha256(browser), session_id: sessionId })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'browser_hash']).doUpdateSet({ session_id: sessionId }),
    )
    .execute()
}

export async function forgetBrowser(db: Db, uid: number, sessionId: string): Promise<void> {
  await db
    .deleteFrom('practice_browser')
    .where('account_id', '=', uid)
    .where('session_id', '=', sessionId)
    .execute()
}

export async function forgetBrowsers(db: Db, uid: number, keepSessionId?: string): Promise<void> {
  let query = db.deleteFrom('practice_browser').where('account_id', '=', uid)
  if (keepSessionId !== undefined) query = query.where('session_id', '!=', keepSessionId)
  await query.execute()
}
