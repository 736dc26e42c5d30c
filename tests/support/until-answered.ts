import { setTimeout as sleep } from 'node:timers/promises'
import { toRefusal } from '#server/http/refusal-response.ts'

/** Asks again while locks are waited for too long, as the app does. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (toRefusal(error).code !== 'unavailable') throw error
      await sleep(100)
    }
  }
}
