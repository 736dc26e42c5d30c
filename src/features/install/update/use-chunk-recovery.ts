import { useEffect, useState } from 'react'
import { isRecoverable, recoverFromMissingChunk } from './chunk-recovery.ts'

/**
 * For the error page: true while the page is about to load anew because a piece of its code is gone, and
 * nothing need be shown.
 */
export function useChunkRecovery(error: unknown): boolean {
  const [isRecovering, setIsRecovering] = useState(() => isRecoverable(error))
  useEffect(() => {
    if (!isRecovering) return
    void recoverFromMissingChunk(error).then((isReloading) => {
      if (!isReloading) setIsRecovering(false)
    })
  }, [error, isRecovering])
  return isRecovering
}
