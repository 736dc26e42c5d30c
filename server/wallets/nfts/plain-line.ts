/** Characters that are not seen, or turn those around them: controls, directions, joiners, fillers that look empty. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u034F\u115F\u1160\u2800\u3164\uFFA0]/gu
/** Marks heaped on one letter reach into the lines above and below. */
const HEAPED_MARKS = /(\p{M}{2})\p{M}+/gu

/** What a stranger calls something, as one line that does nothing to the text around it; null for none. */
export function plainLine(text: string, max: number): string | null {
  // What is far too long is not worth the work.
  const line = text
    .slice(0, 20 * max)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(HEAPED_MARKS, '$1')
    .trim()
  if (line.length <= max) return line === '' ? null : line
  let cut = ''
  for (const character of line) {
    if (cut.length + character.length >= max) break
    cut += character
  }
  return `${cut.trimEnd()}…`
}
