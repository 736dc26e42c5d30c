import * as v from 'valibot'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'

const KEY = 'frames_that_tell'
const MOST = 50

const read = (): readonly string[] =>
  parseStored(v.pipe(v.array(v.string()), v.maxLength(MOST)), browserStorage.get(KEY)) ?? []

/** True if games from this origin have said before that they are ready. */
export const tellsReady = (origin: string): boolean => read().includes(origin)

export function rememberTeller(origin: string): void {
  const known = read()
  if (known.includes(origin)) return
  browserStorage.set(KEY, JSON.stringify([origin, ...known].slice(0, MOST)))
}
