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
  readonly error: unknown
  /** Undefined until the first bets were read. */
  readonly coins: readonly CoinStats[] | undefined
  readonly count: number
  /** Undefined if all bets were read. */
  readonly readMore: (() => void) | undefined
}

/** Reads the history once, when the component comes: for another game, give the component another key. */
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
