import { inTime } from '#lib/in-time.ts'

/** The page is waiting. */
const ANSWER_WITHIN_MS = 1_500

/** Undefined if the cache has no entry, fails or hangs: then the network answers. */
export const fromCache = (ask: () => Promise<Response | undefined>): Promise<Response | undefined> =>
  inTime(ANSWER_WITHIN_MS, ask).catch(() => undefined)
