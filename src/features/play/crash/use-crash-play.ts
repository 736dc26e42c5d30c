import { use } from 'react'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'
import { createCrashPlay, type CrashPlay } from './crash-play.ts'

type TableSource = () => Promise<CrashTable>

const plays = new WeakMap<PlayEngine, Map<TableSource, Promise<CrashPlay>>>()

/**
 * The play of Crash with what the address names: the same one as long as the page lives. Who is not logged in watches
 * the rounds of a coin. Suspends at first.
 */
export function useCrashPlay(): CrashPlay {
  const { engine, crashTable, watchCrash } = usePlayGiven()
  const { refused } = usePlayCoin()
  const source = refused === undefined ? crashTable : watchCrash
  if (!source) throw new Error('This screen of play has no rounds of Crash')
  return use(playOf(engine, source))
}

function playOf(engine: PlayEngine, source: TableSource): Promise<CrashPlay> {
  const known = plays.get(engine) ?? new Map<TableSource, Promise<CrashPlay>>()
  plays.set(engine, known)
  const play = known.get(source) ?? source().then((table) => createCrashPlay(engine, table))
  known.set(source, play)
  return play
}
