import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { inPictureTurn } from '#server/base/picture-turns.ts'
import '#server/base/safe-pictures.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import type { AccountServices } from '#server/identity/services.ts'

const SIDE_PX = 256
/** Above what cameras make: a larger claim is meant to fill the memory. */
const MAX_PIXELS = 24_000_000
/** Pictures are made one at a time, so this delays all other players. */
const TIMEOUT_S = 2

/**
 * Redraws the picture from its pixels: square, WebP. Metadata and anything else in the file is lost.
 * @throws Refusal `avatar_invalid` when it is not a complete JPEG, PNG or WebP, or has too many pixels; `unavailable`
 * when the queue of other players' pictures is too long
 */
export function makeAvatar(turnOf: string, file: Uint8Array): Promise<Buffer> {
  return inPictureTurn(turnOf, () => convert(file))
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

/** @throws Refusal `avatar_invalid`, `rate_limited` */
export async function setAvatar(
  { db, limits, clock }: AccountServices,
  uid: number,
  file: Uint8Array,
): Promise<void> {
  await limits.take('avatar-account', String(uid))
  const image = await makeAvatar(`player ${uid}`, file)
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    await keepAvatar(trx, uid, { image, at: clock() })
  })
}

/** Replaces the picture, also one of an NFT. Returns its name. */
export async function keepAvatar(
  trx: Database,
  uid: number,
  { image, at }: { readonly image: Uint8Array; readonly at: number },
): Promise<string> {
  const picture = { image, name: randomBytes(16).toString('hex'), updated_at: new Date(at) }
  await trx.deleteFrom('nft_picture').where('account_id', '=', uid).execute()
  await trx
    .insertInto('avatar')
    .values({ account_id: uid, ...picture })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(picture))
    .execute()
  return picture.name
}

export async function removeAvatar(db: Database, uid: number): Promise<void> {
  await db.deleteFrom('avatar').where('account_id', '=', uid).execute()
}
