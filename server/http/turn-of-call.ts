import { Refusal } from '#server/base/refusal.ts'
import { answerCall } from '#server/db/call-scope.ts'
import { toRefusal } from './refusal-response.ts'
import type { FairTurns } from '#server/base/fair-turns.ts'

/** Shorter than the client's timeout of 6 s, so that the client gets the reason. */
const TIMEOUT_MS = 5_000

type Step = <T>(work: () => Promise<T>) => Promise<T>

export interface TurnOfCall {
  /**
   * Waits for a turn, runs the steps of `work` in it, and gives it back when none of them is running.
   * @throws Refusal `unavailable` on timeout
   */
  run<T>(work: (step: Step) => Promise<T>): Promise<T>
}

/** The time limit includes waiting, but not the time between two turns, which the client causes. */
export function turnOfCall(turns: FairTurns | null, key: string): TurnOfCall {
  let leftMs = TIMEOUT_MS
  return {
    async run(work) {
      const startedAt = performance.now()
      const end = await turns?.take(key)
      const going: Promise<void>[] = []
      const step: Step = (doIt) => {
        const { answer, ended } = answerCall(doIt, {
          timeoutMs: leftMs - (performance.now() - startedAt),
          tooLate: () => new Refusal('unavailable', 'The service did not answer in time'),
          couldNotBeDone: (error) => toRefusal(error).code === 'unavailable',
        })
        going.push(ended)
        return answer
      }
      try {
        return await work(step)
      } finally {
        leftMs -= performance.now() - startedAt
        void Promise.all(going).then(end)
      }
    },
  }
}
