import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { toast } from './toast.ts'

/** Copies a text and shows `done` as a toast. If the browser refuses, it says how to copy by hand. */
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
