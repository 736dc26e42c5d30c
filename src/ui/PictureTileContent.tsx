import type { ReactNode } from 'react'

interface PictureTileContentProps {
  /** A square. */
  picture: ReactNode
  title: ReactNode
  detail: ReactNode
  /** A `Badge` on the picture. */
  badge?: ReactNode
}

/** For a `Link` or button with `pictureTileClass`. */
export function PictureTileContent({ picture, title, detail, badge }: PictureTileContentProps) {
  return (
    <>
      <span className="relative block">
        {picture}
        {badge ? <span className="absolute top-2 left-2">{badge}</span> : null}
      </span>
      <span className="grid gap-0.5 min-w-0 px-3 py-2.5">
        <span className="text-fs-3 font-700 truncate">{title}</span>
        <span className="text-fs-2 text-text-2 num truncate">{detail}</span>
      </span>
    </>
  )
}
