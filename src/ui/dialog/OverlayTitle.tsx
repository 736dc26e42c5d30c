import { useLingui } from '@lingui/react/macro'
import { ChevronLeft } from 'lucide-react'
import { IconButton } from '#ui/IconButton.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'

interface OverlayTitleProps {
  title: string
  /** Marks money screens of a server in practice mode, so that nobody sends real funds. */
  isPractice: boolean
  /** Shows an arrow to the previous screen. */
  onBack?: (() => void) | undefined
}

/** Visible title of a money screen, for the `header` of an `Overlay`. Screen readers use the overlay's `title`. */
export function OverlayTitle({ title, isPractice, onBack }: OverlayTitleProps) {
  const { t } = useLingui()
  return (
    <>
      {onBack ? (
        <IconButton label={t`Back`} variant="plain" className="-ml-2.5" onClick={onBack}>
          <ChevronLeft aria-hidden size={22} />
        </IconButton>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-2.5 min-w-0">
        <span aria-hidden className="text-fs-6 font-800 tracking-2 leading-2 wrap-anywhere">
          {title}
        </span>
        {isPractice ? <PracticeTag /> : null}
      </div>
    </>
  )
}
