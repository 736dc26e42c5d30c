import type { Hono } from 'hono'
import { conditionalResponse } from './conditional.ts'
import type { TurnOf } from './call-turns.ts'
import { respondToError } from './mount-endpoint.ts'
import { failureResponse } from './refusal-response.ts'
import type { RequestVariables } from './request-log.ts'

interface Pictures {
  /** Address of a picture by its file. */
  readonly pathOf: (file: string) => string
  /** The WebP of this name, which has 32 hexadecimal digits. */
  readonly read: (name: string) => Promise<Uint8Array | undefined>
}

/** Serves pictures from the database. A changed one has a new name, so each is cached for ever. */
export function mountStoredPictures(
  app: Hono<{ Variables: RequestVariables }>,
  turnOf: TurnOf,
  { pathOf, read }: Pictures,
): void {
  const path = pathOf(':file{[0-9a-f]{32}\\.webp}')
  app.get(path, async (c) => {
    try {
      const name = (c.req.param('file') ?? '').slice(0, 32)
      const image = await turnOf(c).run((step) => step(() => read(name)))
      if (!image) return failureResponse('not_found', 'There is no such picture')
      return conditionalResponse(c.req.raw, { plain: Buffer.from(image) }, name, {
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
