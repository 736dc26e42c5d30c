import sharp from 'sharp'
import { inPictureTurn } from '#server/base/picture-turns.ts'
import { Refusal } from '#server/base/refusal.ts'

const SIDE_PX = 256
/** What a camera makes; a file that claims more is made to fill the memory. */
const MAX_PIXELS = 24_000_000
/** Nobody else's picture is made meanwhile. */
const TIMEOUT_S = 2

// Whatever a file claims to be, nothing but these three is ever decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Makes the picture anew from its pixels: square, WebP, without metadata or anything else the file held.
 * @throws Refusal `avatar_invalid` for what is no complete JPEG, PNG or WebP, or has too many pixels;
 * `unavailable` when others' pictures take too long
 */
export function makeAvatar(uid: number, file: Uint8Array): Promise<Buffer> {
  return inPictureTurn(`player ${uid}`, () => convert(file))
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
    throw new Refusal('avatar_invalid', `Not a picture: ${firstLine(cause)}`)
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
}
