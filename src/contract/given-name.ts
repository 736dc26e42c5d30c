import * as v from 'valibot'

/**
 * What people call themselves and their things, or strangers theirs. It is never a symbol: that keeps such a name from
 * being put on a page as plain text, where one that is written from right to left turns the line around it.
 * `Name` of src/ui shows it.
 */
export type GivenName = string | symbol

/** In an answer. */
export const GivenNameSchema: v.GenericSchema<string, GivenName> = v.string()

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** For a field that changes it, and wherever else it is not shown. */
export const plainName = (name: GivenName): string => String(name)

/** For words that are no markup: two invisible marks keep its direction from what stands around it. */
export function isolatedName(name: GivenName): string {
  const plain = plainName(name)
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
