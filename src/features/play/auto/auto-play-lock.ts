import { PlayError } from '#features/play/play-error.ts'
import { takeLock } from '#lib/locks.ts'

const LOCK = 'koi-auto-play'

/**
 * Keeps other tabs of this browser from auto-play until the returned function is called or the tab closes. It does
 * nothing in a browser without locks.
 * @throws PlayError `auto_play_open` when another tab has it
 */
export async function takeAutoPlayLock(): Promise<() => void> {
  const release = await takeLock(LOCK, { ifAvailable: true })
  if (!release) throw new PlayError('auto_play_open', 'Auto-play runs in another tab')
  return release
}
