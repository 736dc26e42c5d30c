import { subscribe } from 'valtio'
import { stopAnyAutoPlay } from './auto-play.actions.ts'
import { heldBalances } from '#features/play/session/shown-balance.state.ts'

/** Ends auto-play. Resolves once all results have been shown, or `signal` is aborted. */
export function settlePlay(signal: AbortSignal): Promise<void> {
  stopAnyAutoPlay('reminded')
  const isStill = () => signal.aborted || Object.keys(heldBalances).length === 0
  if (isStill()) return Promise.resolve()
  return new Promise((resolve) => {
    const check = () => {
      if (!isStill()) return
      stop()
      signal.removeEventListener('abort', check)
      resolve()
    }
    const stop = subscribe(heldBalances, check)
    signal.addEventListener('abort', check)
  })
}
