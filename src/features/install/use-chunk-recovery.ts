import { useLayoutEffect } from 'react'
import { useSnapshot } from 'valtio'
import { recoverFromMissingChunk } from './chunk-recovery.ts'
import { update } from './update.state.ts'

/** For the error page: starts a recovery where the error calls for one. True while the page is about to reload. */
export function useChunkRecovery(error: unknown): boolean {
  const { state } = useSnapshot(update)
  useLayoutEffect(() => void recoverFromMissingChunk(error), [error])
  return state.status === 'reloading'
}
