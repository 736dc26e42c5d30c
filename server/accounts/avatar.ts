import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { API_BASE } from '#contract/api-base.ts'
import type { Database } from '#server/db/tables.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { conditionalResponse } from '#server/http/conditional.ts'
import { respondToError } from '#server/http/mount-endpoint.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import { makeAvatar } from './avatar-image.ts'
import type { AccountServices } from '#server/identity/services.ts'

/** Sets a player's picture; the one before is gone. @throws Refusal `avatar_invalid`, `rate_limited` */
export async function setAvatar(
  { db, limits, clock }: AccountServices,
  uid: number,
  file: Uint8Array,
): Promise<void> {
  await limits.take('avatar-account', String(uid))
  const picture = {
    image: await makeAvatar(uid, file),
    name: randomBytes(16).toString('hex'),
    updated_at: new Date(clock()),
  }
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    await trx
      .insertInto('avatar')
      .values({ account_id: uid, ...picture })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(picture))
      .execute()
  })
}

export async function removeAvatar(db: Database, uid: number): Promise<void> {
  await db.deleteFrom('avatar').where('account_id', '=', uid).execute()
}

/** Serves uploaded pictures. A changed one has another name, so each is kept for ever. */
export function mountAvatars(app: Hono<{ Variables: RequestVariables }>, db: Database, turnOf: TurnOf): void {
  const path = `${API_BASE}/avatars/:file{[0-9a-f]{32}\\.webp}`
  app.get(path, async (c) => {
    try {
      const name = c.req.param('file').slice(0, 32)
      const row = await turnOf(c).run((step) =>
        step(() => db.selectFrom('avatar').select('image').where('name', '=', name).executeTakeFirst()),
      )
      if (!row) return failureResponse('not_found', 'There is no such picture')
      return conditionalResponse(c.req.raw, { plain: Buffer.from(row.image) }, name, {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    } catch (error) {
      return respondToError(c, error)
    }
  })
  app.all(path, () =>
    failureResponse('method_not_allowed', 'Only GET is possible here', { allow: 'GET, HEAD' }),
  )
}
