import { useId, type ReactNode } from 'react'
import { Heading, type HeadingSize } from './Heading.tsx'

interface SectionProps {
  title: ReactNode
  level?: 2 | 3
  size?: HeadingSize
  /** At the end of the heading row: a `Link` with `sectionLinkClass`, or a short text. */
  trailing?: ReactNode
  children: ReactNode
  /** The content reaches the page's edges (a `Shelf`); default: the page's gutter. */
  bleed?: boolean
  className?: string
}

export function Section({
  title,
  level = 2,
  size = 'section',
  trailing,
  children,
  bleed,
  className = '',
}: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`grid grid-cols-1 gap-2.5 min-w-0 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4">
        <Heading level={level} size={size} id={id}>
          {title}
        </Heading>
        {trailing ? <div className="min-w-0 text-fs-3 font-650 text-text-2">{trailing}</div> : null}
      </div>
      <div className={bleed ? 'min-w-0' : 'min-w-0 px-4'}>{children}</div>
    </section>
  )
}
