import type { QueryClient } from '@tanstack/react-query'
import { getOperatorSession } from '#contract/operator/session.ts'
import { api } from './api.ts'
import { endSession, renewSession, session } from './session.ts'

/** Browsers count a longer time-out as none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Ends the session in time, and forgets what it has read. `onEnd` leads to the log-in page. */
export function followSession(queryClient: QueryClient, onEnd: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let token: string | undefined
  const follow = () => {
    const { entered } = session.get()
    clearTimeout(timer)
    if (entered) {
      const left = Date.parse(entered.expiresAt) - Date.now()
      timer = setTimeout(() => endSession('expired'), Math.min(Math.max(0, left), LONGEST_TIMER_MS))
    } else if (token !== undefined) {
      queryClient.clear()
      onEnd()
    }
    token = entered?.token
  }
  session.subscribe(follow)
  follow()
  // Timers stop while the device sleeps.
  document.addEventListener('visibilitychange', () => {
    const { entered } = session.get()
    if (entered && Date.parse(entered.expiresAt) <= Date.now()) endSession('expired')
  })
  if (token !== undefined) api.call(getOperatorSession).then(renewSession, () => undefined)
}
