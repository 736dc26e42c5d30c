import { use } from 'react'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { createCrashPlay, type CrashPlay } from './crash-play.ts'

const plays = new WeakMap<PlayEngine, Promise<CrashPlay>>()

/** The play of Crash with what the address names: the same one as long as the page lives. Suspends at first. */
export function useCrashPlay(): CrashPlay {
  const { engine, crashTable } = usePlayGiven()
  if (!crashTable) throw new Error('This screen of play has no rounds of Crash')
  return use(playOf(engine, crashTable))
}

function playOf(engine: PlayEngine, tableOf: () => Promise<CrashTable>): Promise<CrashPlay> {
  const known = plays.get(engine)
  if (known) return known
  const made = tableOf().then((table) => createCrashPlay(engine, table))
  plays.set(engine, made)
  return made
}
