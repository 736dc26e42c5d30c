import { PlayError } from '#features/play/play-error.ts'

const LOCK = 'koi-auto-play'

/** Absent in pages that are not secure. */
const locks = (): LockManager | undefined => navigator.locks

/**
 * Keeps every other tab of this browser from auto-play, until the function that it answers is called or the tab is gone.
 * Where the browser has no locks nobody is kept from anything.
 * @throws PlayError `auto_play_open` when another tab has it
 */
export async function takeAutoPlayLock(): Promise<() => void> {
  const lockManager = locks()
  if (!lockManager) return () => undefined
  return await new Promise<() => void>((resolve, reject) => {
    lockManager
      .request(LOCK, { ifAvailable: true }, async (lock) => {
        if (!lock) throw new PlayError('auto_play_open', 'Auto-play runs in another tab')
        await new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}
