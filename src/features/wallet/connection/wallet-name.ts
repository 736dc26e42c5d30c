const MAX_NAME = 40
/** Control characters, and those that turn the direction of text or hide: a name is not to pass as another. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A wallet's name as it calls itself, fit to be shown: one line of at most 40 characters. */
export function cleanWalletName(name: string): string {
  const seen = name.slice(0, 500).replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim()
  return Array.from(seen).slice(0, MAX_NAME).join('').trim()
}
