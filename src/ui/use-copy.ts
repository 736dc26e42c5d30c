import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { toast } from './toast.ts'

/** Copies a text and says so with `done`; says how to help oneself where the browser refuses. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const { t } = useLingui()
  return useCallback(
    async (text, done) => {
      try {
        await navigator.clipboard.writeText(text)
        toast({ message: done, tone: 'success' })
      } catch {
        toast({ message: t`The browser did not allow copying. Select the text and copy it yourself.` })
      }
    },
    [t],
  )
}
