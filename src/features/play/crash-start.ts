import type { CrashView } from './crash-table.ts'

/**
 * Shows a round as running from its start on: that is announced some time before, and nothing can be cashed out until
 * then.
 * @param now of the clock that the start is told by, in milliseconds since the epoch
 */
export function createStartKeeper(show: (view: CrashView) => void, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (view: CrashView): void => {
    clearTimeout(timer)
    const { status, startAt } = view.round
    const leftMs = status === 'running' && startAt !== null ? startAt - now() : 0
    if (leftMs <= 0) return show(view)
    show({ ...view, round: { ...view.round, status: 'locked' } })
    timer = setTimeout(() => show(view), leftMs)
  }
}
