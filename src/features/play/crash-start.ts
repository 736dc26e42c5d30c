import type { CrashView } from './crash-table.ts'

/**
 * Shows a round as running from its start on: that is announced some time before, and nothing can be cashed out until
 * then.
 * @param now in milliseconds since the epoch, by the clock of the round's start
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

/** @param begin runs with the first watcher; what it returns runs after the last one has left */
export function createWatch(begin: () => () => void): () => () => void {
  let watchers = 0
  let stop = () => undefined as void
  return () => {
    watchers += 1
    if (watchers === 1) stop = begin()
    return () => {
      watchers -= 1
      if (watchers === 0) stop()
    }
  }
}
