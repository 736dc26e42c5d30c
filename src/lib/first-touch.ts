import * as v from 'valibot'
import { ReferralCodeSchema } from '#contract/account-fields.ts'
import { ageOf } from './age.ts'
import { browserStorage } from './browser-storage.ts'
import { parseStored } from './parse-stored.ts'

const STORED_AS = 'invited_with'
const COUNTS_MS = 30 * 24 * 60 * 60_000

const TouchSchema = v.object({ code: ReferralCodeSchema, at: v.number() })
type Touch = v.InferOutput<typeof TouchSchema>

/** If storage is refused, the code lasts as long as the page. */
let unstored: Touch | undefined

/** The code of the first invitation that was opened on this device within 30 days; empty without one. */
export function firstTouch(now = Date.now()): string {
  const touch = parseStored(TouchSchema, browserStorage.get(STORED_AS)) ?? unstored
  return touch && ageOf(touch.at, now) < COUNTS_MS ? touch.code : ''
}

/**
 * Keeps the code of an invitation, unless an earlier one still counts.
 * @returns the code that counts; empty if there is no code at all
 */
export function touch(text: string, now = Date.now()): string {
  const earlier = firstTouch(now)
  if (earlier !== '') return earlier
  const { success, output: code } = v.safeParse(ReferralCodeSchema, text)
  if (!success) return ''
  unstored = { code, at: now }
  browserStorage.set(STORED_AS, JSON.stringify(unstored))
  return code
}
