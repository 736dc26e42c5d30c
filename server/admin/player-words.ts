import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import type { Database } from '#server/db/tables.ts'
import { readAs } from './operator-call.ts'

/** Number of an account. */
export const PlayerTextSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'Name the number of an account'))

/** @throws StartupError */
export async function requirePlayer(db: Database, word: string | undefined): Promise<number> {
  const player = Number(readAs(PlayerTextSchema, word))
  const row = await db.selectFrom('account').select('id').where('id', '=', player).executeTakeFirst()
  if (!row) throw new StartupError(`There is no account ${player}.`)
  return player
}
