import { playPreferences } from './play-preferences.state.ts'

/** Whether a result may take its time: not in instant mode, and not where less motion is asked for. */
export function isMotionWanted(): boolean {
  return !playPreferences.choices.instant && !isMotionReduced()
}

export function isMotionReduced(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The time that results take to be shown, all of which can be cut short at once. */
export interface PlayMotion {
  /** Resolves after so many milliseconds, or as soon as `finish` is called or `signal` aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
  finish(): void
}

export function createPlayMotion(): PlayMotion {
  const ends = new Set<() => void>()
  return {
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const end = () => {
          clearTimeout(timer)
          ends.delete(end)
          signal?.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        ends.add(end)
        signal?.addEventListener('abort', end)
      }),
    finish() {
      for (const end of [...ends]) end()
    },
  }
}
