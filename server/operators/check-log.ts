import { setTimeout as sleep } from 'node:timers/promises'
import type { DataOf } from '#contract/endpoint.ts'
import type { getLogCheck } from '#contract/operator/log.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { checkOperatorLog } from '#server/books/operator-log.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'

const LONGEST_MS = 10 * 60_000
/** The answer of a call that starts a check waits so long for its end: a short log needs no more. */
const QUICK_MS = 250

type State = DataOf<typeof getLogCheck>

interface LogCheck {
  state(): State
  /** Starts a check, or joins the one that runs. */
  start(logger: Logger): Promise<State>
}

interface CheckOptions {
  readonly db: Database
  readonly clock: Clock
  readonly longestMs?: number
}

/** One check at a time in this process: it is no part of a call, and takes none of their turns. */
export function createLogCheck({ db, clock, longestMs = LONGEST_MS }: CheckOptions): LogCheck {
  let state: State = { running: null, hasFailed: false, last: null }
  let work: Promise<void> | null = null

  async function check(logger: Logger) {
    const end = performance.now() + longestMs
    try {
      const tell = (checked: number, lines: number) => {
        state = { ...state, running: { checked, lines } }
        if (performance.now() > end) throw new Error('The check of the log takes too long')
      }
      const { faults, ...found } = await checkOperatorLog(db, { tell })
      const last = {
        ...found,
        at: new Date(clock()).toISOString(),
        faults: faults.map(({ where }) => where),
      }
      state = { running: null, hasFailed: false, last }
    } catch (error) {
      logger.error({ err: error }, 'the log of operators could not be checked')
      state = { ...state, running: null, hasFailed: true }
    } finally {
      work = null
    }
  }

  return {
    state: () => state,
    async start(logger) {
      if (work === null) {
        state = { ...state, running: { checked: 0, lines: 0 }, hasFailed: false }
        work = outsideCalls(() => check(logger))
      }
      await Promise.race([work, sleep(QUICK_MS)])
      return state
    },
  }
}
