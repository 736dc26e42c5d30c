import sharp from 'sharp'
import { ApiFailure } from '#server/http/api-failure.ts'

const SIDE_PX = 256
/** What a camera makes; a file that claims more is made to fill the memory. */
const MAX_PIXELS = 24_000_000
const TIMEOUT_S = 4

// Whatever a file claims to be, nothing but these three is ever decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** Large pictures take turns, so that many at once need no more memory than one. */
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Makes the picture anew from its pixels: square, WebP, without metadata or anything else the file held.
 * @throws ApiFailure `avatar_invalid` for what is no complete JPEG, PNG or WebP, or has too many pixels
 */
export function makeAvatar(file: Uint8Array): Promise<Buffer> {
  const turn = lastTurn.then(() => convert(file))
  lastTurn = turn.catch(() => {})
  return turn
}

async function convert(file: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIMEOUT_S })
      .autoOrient()
      .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (cause) {
    throw new ApiFailure('avatar_invalid', `Not a picture: ${firstLine(cause)}`)
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
}
