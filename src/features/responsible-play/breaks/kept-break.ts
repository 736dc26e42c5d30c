import * as v from 'valibot'
import { BreakSchema, type Break } from '#contract/responsible-play.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { BREAK_KEY, isOnBreak } from '#session/break.state.ts'

const KeptSchema = v.object({ uid: v.number(), break: BreakSchema })

/** The break that was last heard of, kept until its end: the answers themselves are kept for a day only. */
export function readKeptBreak(uid: number): Break | null {
  const kept = parseStored(KeptSchema, browserStorage.get(BREAK_KEY))
  return kept?.uid === uid ? kept.break : null
}

export function keepBreak(uid: number, running: Break | null): void {
  if (running) browserStorage.set(BREAK_KEY, JSON.stringify({ uid, break: running }))
  else if (readKeptBreak(uid)) browserStorage.remove(BREAK_KEY)
}

/** Calls back when another tab has learned of a break; returns the function that stops it. */
export function followBreakElsewhere(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === BREAK_KEY) onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** What a player does about his play is nobody else's business on this device. */
export function forgetKeptBreak(): void {
  isOnBreak.set(false)
  browserStorage.remove(BREAK_KEY)
}
