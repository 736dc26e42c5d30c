import type { Hono } from 'hono'
import { contentHash } from '#server/base/content-hash.ts'
import { inPictureTurn } from '#server/base/picture-turns.ts'
import type { Database } from '#server/db/tables.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { conditionalResponse } from '#server/http/conditional.ts'
import { respondToError } from '#server/http/mount-endpoint.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import { drawWin } from './draw-win.ts'
import { findPictured } from './win-links.ts'
import { wordsOf } from './win-preview.ts'

const KEY_LENGTH = 22
/** About 80 kB each. */
const PICTURES_KEPT = 100

interface PictureOptions {
  readonly db: Database
  readonly turnOf: TurnOf
  /** A file of the built client; null without one. */
  readonly readFile: (path: string) => Buffer | null
}

/** Beside the page of the link, and like it gone once the link is withdrawn. */
export function mountWinPictures(
  app: Hono<{ Variables: RequestVariables }>,
  { db, turnOf, readFile }: PictureOptions,
): void {
  const drawn = new Map<string, Buffer>()
  app.get('/w/:file{[\\w-]{22}\\.jpg}', async (c) => {
    try {
      const key = c.req.param('file').slice(0, KEY_LENGTH)
      const win = await turnOf(c).run((step) => step(() => findPictured(db, key)))
      const [ground, letters] = [readFile('/og-win.png'), readFile('/og-letters.png')]
      if (!win || !ground || !letters) return failureResponse('not_found', 'There is no such picture')
      const picture =
        drawn.get(key) ??
        (await inPictureTurn('links of wins', () => drawWin({ ground, letters }, wordsOf(win))))
      drawn.set(key, picture)
      for (const oldest of drawn.keys()) {
        if (drawn.size <= PICTURES_KEPT) break
        drawn.delete(oldest)
      }
      return conditionalResponse(c.req.raw, { plain: picture }, contentHash(picture), {
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=600',
        'x-robots-tag': 'noindex',
      })
    } catch (error) {
      return respondToError(c, error)
    }
  })
}
