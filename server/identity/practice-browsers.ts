import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { sha256 } from './secrets.ts'

// Browsers that were logged in to an account: practice mail is shown to them.

type Db = Kysely<Tables> | Transaction<Tables>

/** Remembers that a browser was logged in to an account. */
export async function keepBrowser(db: Db, uid: number, browser: string, sessionId: string): Promise<void> {
  await db
    .insertInto('practice_browser')
    .values({ account_id: uid, browser_hash: sha256(browser), session_id: sessionId })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'browser_hash']).doUpdateSet({ session_id: sessionId }),
    )
    .execute()
}

/** Forgets the browser of a session that the player has ended from elsewhere. */
export async function forgetBrowser(db: Db, uid: number, sessionId: string): Promise<void> {
  await db
    .deleteFrom('practice_browser')
    .where('account_id', '=', uid)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Forgets browsers whose sessions the player has ended, but for the one of a session that goes on. */
export async function forgetBrowsers(db: Db, uid: number, keepSessionId?: string): Promise<void> {
  let query = db.deleteFrom('practice_browser').where('account_id', '=', uid)
  if (keepSessionId !== undefined) query = query.where('session_id', '!=', keepSessionId)
  await query.execute()
}
