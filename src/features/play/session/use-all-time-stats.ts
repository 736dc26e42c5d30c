import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { readOn, statsByCoin, type CoinStats, type ReadHistory } from './all-time-stats.ts'

interface Reading {
  readonly status: 'reading' | 'read' | 'failed'
  readonly read?: ReadHistory | undefined
  readonly error?: unknown
}

interface AllTimeStats {
  readonly status: Reading['status']
  /** Why the history could not be read. */
  readonly error: unknown
  /** Undefined until the first bets were read. */
  readonly coins: readonly CoinStats[] | undefined
  /** Bets that were read. */
  readonly count: number
  /** Reads older bets too; undefined where there are none. */
  readonly readMore: (() => void) | undefined
}

/**
 * What all bets of the stored history came to by coin, in one game or in all of them: as the history is when the
 * component comes. For another game, give the component another key.
 */
export function useAllTimeStats(game: BetGame | undefined): AllTimeStats {
  const { history } = usePlayEngine()
  const [reading, setReading] = useState<Reading>({ status: 'reading' })
  const leave = useRef<AbortController>(undefined)
  const readFrom = useCallback(
    async (read?: ReadHistory) => {
      const { signal } = (leave.current = new AbortController())
      try {
        const found = await readOn(history, game, { signal, read })
        if (!signal.aborted) setReading({ status: 'read', read: found })
      } catch (error) {
        if (!signal.aborted) setReading({ status: 'failed', read, error })
      }
    },
    [history, game],
  )
  useEffect(() => {
    void readFrom()
    return () => leave.current?.abort()
  }, [readFrom])
  const { status, read, error } = reading
  return {
    status,
    error,
    coins: useMemo(() => read && statsByCoin(read.bets), [read]),
    count: read?.bets.length ?? 0,
    readMore:
      read?.next === undefined
        ? undefined
        : () => {
            if (status === 'reading') return
            setReading({ status: 'reading', read })
            void readFrom(read)
          },
  }
}
