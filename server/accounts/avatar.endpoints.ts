import type { Hono } from 'hono'
import { API_BASE } from '#contract/api-base.ts'
import type { Database } from '#server/db/tables.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import { mountStoredPictures } from '#server/http/stored-pictures.ts'

export function mountAvatars(app: Hono<{ Variables: RequestVariables }>, db: Database, turnOf: TurnOf): void {
  mountStoredPictures(app, turnOf, {
    pathOf: (file) => `${API_BASE}/avatars/${file}`,
    async read(name) {
      const row = await db.selectFrom('avatar').select('image').where('name', '=', name).executeTakeFirst()
      return row?.image
    },
  })
}
