import { Trans } from '@lingui/react/macro'
import { Badge } from './Badge.tsx'

interface OverlayTitleProps {
  title: string
  /** Marks a money screen of a server on play money, so that nobody sends real funds. */
  isPractice: boolean
}

/** Visible title of a money screen, for the `header` of an `Overlay`, whose `title` is the one that is read. */
export function OverlayTitle({ title, isPractice }: OverlayTitleProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 min-w-0">
      <span aria-hidden className="text-fs-6 font-800 tracking-2 leading-2">
        {title}
      </span>
      {isPractice ? (
        <Badge tone="gold">
          <Trans>Practice</Trans>
        </Badge>
      ) : null}
    </div>
  )
}
