import { playPreferences } from './play-preferences.state.ts'

/** False in instant mode, and where the device asks for less motion. */
export function isMotionWanted(): boolean {
  return !playPreferences.choices.instant && !isMotionReduced()
}

export function isMotionReduced(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Waits of animations, which can all be cut short at once. */
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
