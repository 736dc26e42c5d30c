import type { CodePart } from './messages.ts'
import type { PrecacheLine } from './shell.ts'

/** Code that no launch needs and that is not fetched at install. */
export const LAZY_FOLDER = 'assets/lazy/'

/** Takes the code for later out of the precache list. */
export function splitLazy(lines: readonly PrecacheLine[]): { assets: PrecacheLine[]; lazy: PrecacheLine[] } {
  const isLazy = ({ url }: PrecacheLine) => url.startsWith(LAZY_FOLDER)
  return { assets: lines.filter((line) => !isLazy(line)), lazy: lines.filter(isLazy) }
}

/** The files of a part, whose names begin with the part's. */
export function filesOf(part: CodePart, lazy: readonly PrecacheLine[]): string[] {
  return lazy.map(({ url }) => url).filter((url) => url.startsWith(`${LAZY_FOLDER}${part}-`))
}
