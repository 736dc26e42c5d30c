import { Refusal } from '#server/base/refusal.ts'
import { answerCall } from '#server/db/call-scope.ts'
import { toRefusal } from './refusal-response.ts'
import type { FairTurns } from '#server/base/fair-turns.ts'

/** Shorter than the client's 6 s, so that it hears the reason and not its own time-out. */
const TIMEOUT_MS = 5_000

type Step = <T>(work: () => Promise<T>) => Promise<T>

export interface TurnOfCall {
  /**
   * Waits for a turn, does the steps of `work` within it, and gives it back when nothing of them goes on any more.
   * @throws Refusal `unavailable` when the call's time is over
   */
  run<T>(work: (step: Step) => Promise<T>): Promise<T>
}

/** The time one call has, waiting included; what passes between two turns is the client's own. */
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
