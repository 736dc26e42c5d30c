import type { CodePart } from './messages.ts'
import type { PrecacheLine } from './shell.ts'

/** Code that no launch needs; not fetched at install. */
export const LAZY_FOLDER = 'assets/lazy/'

/** Code of practice mode, which a live server does not serve: cached only when a page asks for it. */
export const PRACTICE_FOLDER = 'assets/practice/'

export function splitLazy(lines: readonly PrecacheLine[]): { assets: PrecacheLine[]; lazy: PrecacheLine[] } {
  const isLazy = ({ url }: PrecacheLine) => url.startsWith(LAZY_FOLDER) || url.startsWith(PRACTICE_FOLDER)
  return { assets: lines.filter((line) => !isLazy(line)), lazy: lines.filter(isLazy) }
}

/** File names begin with the name of the part; practice has a folder. */
export function filesOf(part: CodePart, lazy: readonly PrecacheLine[]): PrecacheLine[] {
  const start = part === 'practice' ? PRACTICE_FOLDER : `${LAZY_FOLDER}${part}-`
  return lazy.filter(({ url }) => url.startsWith(start))
}
