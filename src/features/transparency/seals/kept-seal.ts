import { SealSchema, type SealAnswer } from '#contract/seal.ts'
import { hashText } from '#fair/receipt.ts'
import { SealError, type Seal } from '#fair/seal.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'

const STORED_AT = 'seal-verified'

/** The newest seal when this device last found all of them right; undefined before the first time. */
export const readKeptSeal = (): SealAnswer | undefined =>
  parseStored(SealSchema, browserStorage.get(STORED_AT))

/** Keeps a seal as it was signed. Its hash holds all seals before it. */
export const keepSeal = (seal: SealAnswer): void => browserStorage.set(STORED_AT, JSON.stringify(seal))

/**
 * Compares the kept seal with the one that is shown for its day now.
 * @throws {SealError} when that is another one, or there is none
 */
export function compareWithKept(kept: SealAnswer, shown: Seal | undefined): void {
  if (!shown) throw new SealError(`the seal of ${kept.day}, which this device has checked before, is gone`)
  if (shown.hash === hashText(kept.seal)) return
  throw new SealError(`the seal of ${kept.day} is another one than this device has checked before`)
}
