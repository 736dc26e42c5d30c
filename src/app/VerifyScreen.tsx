import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FileCheckPage } from '#features/file-check/FileCheckPage.tsx'
import { handedFile, takeSharedFile } from '#lib/shared-file.ts'
import { useStore } from '#lib/use-store.ts'
import { configQuery } from '#queries/config.queries.ts'
import { checkFile } from '#verifier/check-file.ts'

/** Verifies with the keys that this server publishes, or those in the file while it cannot be asked. */
export function VerifyScreen() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { file } = useSearch({ from: '/verify' })
  const handed = useStore(handedFile)
  const [isLost, setIsLost] = useState(file === 'lost')
  useEffect(() => {
    if (file === undefined) return
    const take = async () => {
      const shared = file === 'shared' ? await takeSharedFile() : null
      if (shared) handedFile.set(shared)
      else setIsLost(true)
      // So that a reload does not look for it again.
      await navigate({ to: '/verify', search: {}, replace: true })
    }
    void take()
  }, [file, navigate])
  // Only one visit shows it.
  useEffect(() => () => handedFile.set(null), [])
  const check = async (chosen: File, onPercent: (percent: number) => void) => {
    const config = await queryClient.ensureQueryData(configQuery).catch(() => undefined)
    const keys = config?.receiptKeys ?? []
    return checkFile(chosen, { trusted: keys.length > 0 ? keys : undefined, onPercent })
  }
  return (
    <FileCheckPage
      check={check}
      handed={handed}
      isLost={isLost && handed === null}
      onChoose={(chosen) => handedFile.set(chosen)}
    />
  )
}
