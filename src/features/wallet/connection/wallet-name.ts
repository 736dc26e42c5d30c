const MAX_NAME = 40
/**
 * Control characters, and characters that are invisible or change text direction: with these, a name could imitate
 * another.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Cleans the name that a wallet gives itself: one line of at most 40 characters. */
export function cleanWalletName(name: string): string {
  const seen = name.slice(0, 500).replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim()
  return Array.from(seen).slice(0, MAX_NAME).join('').trim()
}
