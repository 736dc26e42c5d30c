import type { ReactNode } from 'react'

interface PromoContentProps {
  title: ReactNode
  /** Without it the title is smaller, for a single line. */
  detail?: ReactNode
  /** A chevron at the end, or beside a detail a drawing that extends beyond the corner. */
  art?: ReactNode
}

/** For a button or `Link` with `promoClass`. */
export function PromoContent({ title, detail, art }: PromoContentProps) {
  return (
    <>
      <span className="grid min-w-0">
        <span className={detail ? 'text-fs-6 font-850 tracking-3 leading-1' : 'text-fs-4 font-750'}>
          {title}
        </span>
        {detail ? <span className="mt-1 text-fs-3 font-650">{detail}</span> : null}
      </span>
      {art ? (
        <span
          aria-hidden
          className={detail ? 'absolute -z-1 -right-2 -bottom-3.5 text-on-cover' : 'shrink-0'}
        >
          {art}
        </span>
      ) : null}
    </>
  )
}
