const MAX_NAME = 40
/** Control characters, and those that turn the direction of text or hide: a name is not to pass as another. */
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** A wallet's name as it calls itself, fit to be shown: one line of at most 40 characters. */
export function cleanWalletName(name: string): string {
  const seen = name.slice(0, 500).replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim()
  return Array.from(seen).slice(0, MAX_NAME).join('').trim()
}
