import type { Hono } from 'hono'
import { API_BASE } from '#contract/api-base.ts'
import type { Database } from '#server/db/tables.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { conditionalResponse } from '#server/http/conditional.ts'
import { respondToError } from '#server/http/mount-endpoint.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'

/** A changed picture has a new name, so each is cached for ever. */
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
