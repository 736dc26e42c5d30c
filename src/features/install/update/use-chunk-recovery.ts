import { useEffect, useState } from 'react'
import { isRecoverable, recoverFromMissingChunk } from './chunk-recovery.ts'

/** For the error page: true if the page is about to reload because code is missing, so that nothing need be shown. */
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
