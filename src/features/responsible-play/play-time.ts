import * as v from 'valibot'
import { parseStored } from '#lib/parse-stored.ts'
import { tabStorage } from '#lib/tab-storage.ts'

const KEY = 'play-time'
const PlayTimeSchema = v.object({
  uid: v.number(),
  /** Milliseconds with a visible game. */
  playedMs: v.number(),
  /** `playedMs` at the latest reminder. */
  remindedMs: v.number(),
})
type PlayTime = v.InferOutput<typeof PlayTimeSchema>

/** Counted by tab; a reload does not reset it. */
export function readPlayTime(uid: number): PlayTime {
  const stored = parseStored(PlayTimeSchema, tabStorage.get(KEY))
  return stored?.uid === uid ? stored : { uid, playedMs: 0, remindedMs: 0 }
}

/**
 * Counts while the page is visible, and calls `onDue` after every `everyMs` of it. Returns a function that stops it.
 */
export function followPlayTime(uid: number, everyMs: number, onDue: () => void): () => void {
  const time = readPlayTime(uid)
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const count = () => {
    const now = performance.now()
    if (since !== undefined) time.playedMs += now - since
    since = now
    tabStorage.set(KEY, JSON.stringify(time))
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(ring, Math.max(0, time.remindedMs + everyMs - time.playedMs))
  }
  const ring = () => {
    count()
    if (time.playedMs >= time.remindedMs + everyMs) {
      time.remindedMs = time.playedMs
      count()
      onDue()
    }
    schedule()
  }
  const follow = () => {
    if (document.visibilityState === 'visible') {
      since = performance.now()
      schedule()
    } else if (since !== undefined) {
      count()
      since = undefined
      clearTimeout(timer)
    }
  }
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('pagehide', count)
  if (document.visibilityState === 'visible') follow()
  return () => {
    if (since !== undefined) count()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('pagehide', count)
  }
}
