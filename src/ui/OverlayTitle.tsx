import type { ReactNode } from 'react'

interface OverlayTitleProps {
  title: string
  /** A `Badge` beside it. */
  children?: ReactNode
}

/** Visible title of a sheet with a badge, for the `header` of an `Overlay`, whose `title` is the one that is read. */
export function OverlayTitle({ title, children }: OverlayTitleProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 min-w-0">
      <span aria-hidden className="text-fs-6 font-800 tracking-2 leading-2">
        {title}
      </span>
      {children}
    </div>
  )
}
