import * as v from 'valibot'
import { BreakSchema, type Break } from '#contract/responsible-play.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { BREAK_KEY, isOnBreak } from '#session/break.state.ts'

const KeptSchema = v.object({ uid: v.number(), break: BreakSchema })

/** The last known break, stored until its end: answers of the API are stored only for a day. */
export function readKeptBreak(uid: number): Break | null {
  const kept = parseStored(KeptSchema, browserStorage.get(BREAK_KEY))
  return kept?.uid === uid ? kept.break : null
}

export function keepBreak(uid: number, running: Break | null): void {
  if (running) browserStorage.set(BREAK_KEY, JSON.stringify({ uid, break: running }))
  else if (readKeptBreak(uid)) browserStorage.remove(BREAK_KEY)
}

/** Calls back if another tab stored a break; returns a function that stops it. */
export function followBreakElsewhere(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === BREAK_KEY) onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Call when the player logs out: a break is private. */
export function forgetKeptBreak(): void {
  isOnBreak.set(false)
  browserStorage.remove(BREAK_KEY)
}
