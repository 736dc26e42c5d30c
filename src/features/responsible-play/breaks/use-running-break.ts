import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import type { Break } from '#contract/responsible-play.ts'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { useNow } from '#lib/use-now.ts'
import { isOnBreak } from '#session/break.state.ts'
import { useUser } from '#session/use-user.ts'
import { followBreakElsewhere, keepBreak, readKeptBreak } from './kept-break.ts'

/**
 * The player's running break, also offline. When it ends by this device's clock, the server is asked: a clock that is
 * ahead must not end it early. Also updates `isOnBreak`.
 */
export function useRunningBreak(): Break | null {
  const { uid } = useUser()
  const query = useQuery({ ...responsiblePlayQuery, enabled: uid > 0 })
  const { data, dataUpdatedAt, isFetchedAfterMount, isRefetchError, fetchStatus, refetch } = query
  // An answer of an earlier page may be older than the break that is kept.
  const isBelieved = (isFetchedAfterMount && !isRefetchError) || Boolean(data?.break)
  useEffect(() => {
    if (uid > 0 && data && isBelieved) keepBreak(uid, data.break)
  }, [uid, data, isBelieved])
  // A break that begins in another tab stops the game here at once.
  useEffect(() => (uid > 0 ? followBreakElsewhere(() => void refetch()) : undefined), [uid, refetch])
  const known = uid === 0 ? null : data && isBelieved ? data.break : readKeptBreak(uid)
  const until = known ? Date.parse(known.until) : 0
  const isOver = useNow(until) >= until
  // The server returns only running breaks: if it still does after the end, this device's clock is wrong.
  const isConfirmed = Boolean(data?.break) && dataUpdatedAt >= until
  const mustAsk = isOver && Boolean(data?.break) && !isConfirmed && !isRefetchError
  useEffect(() => {
    if (mustAsk) void refetch()
  }, [mustAsk, refetch])
  const isAsking = mustAsk && fetchStatus !== 'paused'
  const running = !isOver || isConfirmed || isAsking ? known : null
  useLayoutEffect(() => isOnBreak.set(running !== null), [running])
  return running
}
