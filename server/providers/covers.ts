import sharp from 'sharp'
import { contentHash } from '#server/base/content-hash.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { inPictureTurn } from '#server/base/picture-turns.ts'
import '#server/base/safe-pictures.ts'
import type { Database } from '#server/db/tables.ts'
import { isTrustedUrl } from './frame-url.ts'

const BOUNDS = { service: 'provider-covers', timeoutMs: 10_000, maxBytes: 300_000 }
const LEAST_SIDE_PX = 100
const MOST_SIDE_PX = 2_000
/** Sharp on a phone with three pixels to the point. */
const WIDTH_PX = 600
const TIMEOUT_S = 5

/** A sentence for the operator. */
export class CoverFailure extends Error {
  override readonly name = 'CoverFailure'
}

/**
 * Fetches a cover, redraws it from its pixels and stores it, unless it is stored already: metadata and anything else in
 * the file is lost.
 * @returns its name
 * @throws CoverFailure
 */
export async function keepCover(db: Database, url: string, mode: 'practice' | 'live'): Promise<string> {
  if (!isTrustedUrl(url, mode)) throw new CoverFailure('is not at an https address')
  const { status, bytes } = await fetchBounded(url, BOUNDS, {
    headers: { accept: 'image/webp,image/png,image/jpeg' },
  }).catch((error: unknown) => {
    throw new CoverFailure(`cannot be fetched: ${error instanceof Error ? error.message : 'unknown'}`)
  })
  if (status !== 200) throw new CoverFailure(`is answered with status ${status}`)
  const hash = contentHash(bytes)
  const known = await db
    .selectFrom('provider_cover')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (known) return hash
  const image = await inPictureTurn('covers', () => redraw(bytes))
  await db
    .insertInto('provider_cover')
    .values({ hash, image })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return hash
}

async function redraw(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw new CoverFailure('is no PNG, JPEG or WebP')
  try {
    const picture = sharp(bytes, {
      limitInputPixels: MOST_SIDE_PX * MOST_SIDE_PX,
      failOn: 'error',
      pages: 1,
    }).timeout({ seconds: TIMEOUT_S })
    const { width, height } = await picture.metadata()
    const sides = [width, height]
    if (sides.some((side) => side < LEAST_SIDE_PX || side > MOST_SIDE_PX)) {
      throw new CoverFailure(`is ${width} × ${height} pixels: each side must be 100 to 2,000`)
    }
    return await picture
      .autoOrient()
      .resize({ width: WIDTH_PX, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof CoverFailure) throw error
    throw new CoverFailure('is no complete picture')
  }
}

/** By magic bytes. The server's content type is not trusted. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') || head.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP$/s.test(head)
  )
}
