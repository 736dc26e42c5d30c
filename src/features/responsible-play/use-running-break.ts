import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Break } from '#contract/responsible-play.ts'
import { userState } from '#lib/user.state.ts'
import { keepBreak, readKeptBreak } from './kept-break.ts'
import { responsiblePlayQuery } from './responsible-play.queries.ts'
import { useNow } from './use-now.ts'

/** The break of the player who is logged in while it runs, offline too. */
export function useRunningBreak(): Break | null {
  const { uid } = useSnapshot(userState)
  const { data } = useQuery({ ...responsiblePlayQuery, enabled: uid > 0 })
  useEffect(() => {
    if (uid > 0 && data) keepBreak(uid, data.break)
  }, [uid, data])
  const known = uid === 0 ? null : data ? data.break : readKeptBreak(uid)
  const until = known ? Date.parse(known.until) : 0
  return useNow(until) < until ? known : null
}
