import { inTime } from '#lib/in-time.ts'

/** A page waits for it. */
const ANSWER_WITHIN_MS = 1_500

/** What a cache answers; nothing where it has nothing, refuses or hangs: the network answers then. */
export const fromCache = (ask: () => Promise<Response | undefined>): Promise<Response | undefined> =>
  inTime(ANSWER_WITHIN_MS, ask).catch(() => undefined)
