import type { CodePart } from './messages.ts'
import type { PrecacheLine } from './shell.ts'

/** Code that no launch needs and that is not fetched at install. */
export const LAZY_FOLDER = 'assets/lazy/'

/** Code of practice mode, which a server of real money does not have: kept only when a page asks for it. */
export const PRACTICE_FOLDER = 'assets/practice/'

/** Takes the code for later out of the precache list. */
export function splitLazy(lines: readonly PrecacheLine[]): { assets: PrecacheLine[]; lazy: PrecacheLine[] } {
  const isLazy = ({ url }: PrecacheLine) => url.startsWith(LAZY_FOLDER) || url.startsWith(PRACTICE_FOLDER)
  return { assets: lines.filter((line) => !isLazy(line)), lazy: lines.filter(isLazy) }
}

/** The files of a part, whose names begin with the part's; practice has a folder. */
export function filesOf(part: CodePart, lazy: readonly PrecacheLine[]): PrecacheLine[] {
  const start = part === 'practice' ? PRACTICE_FOLDER : `${LAZY_FOLDER}${part}-`
  return lazy.filter(({ url }) => url.startsWith(start))
}
