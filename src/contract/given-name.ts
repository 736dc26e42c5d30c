import * as v from 'valibot'

/**
 * A name that a person chose, possibly a stranger. The type is no plain string, so that it cannot be put on a page as
 * text, where a right-to-left name would reorder the line around it. `Name` of src/ui shows it.
 */
export type GivenName = string | symbol

/** In an answer. */
export const GivenNameSchema: v.GenericSchema<string, GivenName> = v.string()

/** Hebrew, Arabic and other right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** For editing and other uses that do not show it. */
export const plainName = (name: GivenName): string => String(name)

/** For plain text: two invisible marks isolate its direction. */
export function isolatedName(name: GivenName): string {
  const plain = plainName(name)
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
