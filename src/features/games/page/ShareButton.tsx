import { useLingui } from '@lingui/react/macro'
import { Share2 } from 'lucide-react'
import { IconButton } from '#ui/IconButton.tsx'
import { useCopy } from '#ui/use-copy.ts'

/** Hands the page's address to the system's share sheet, or copies it where there is none. */
export function ShareButton({ title, text }: { title: string; text: string }) {
  const { t } = useLingui()
  const copy = useCopy()
  const share = async () => {
    const url = location.origin + location.pathname
    if (typeof navigator.share === 'function') {
      // Closing the sheet rejects too; there is nothing to tell then.
      await navigator.share({ title, text, url }).catch(() => undefined)
    } else {
      await copy(url, t`Link copied`)
    }
  }
  return (
    <IconButton label={t`Share`} onClick={() => void share()}>
      <Share2 aria-hidden size={20} />
    </IconButton>
  )
}
