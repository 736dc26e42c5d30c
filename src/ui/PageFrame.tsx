import type { ReactNode } from 'react'
import { Heading } from './Heading.tsx'
import { Text } from './Text.tsx'

interface PageFrameProps {
  title: ReactNode
  /** 1 unless the frame stands inside a page. */
  level?: 1 | 3
  /** One sentence about the page's purpose. */
  lead?: ReactNode
  /** A `Link` with `sectionLinkClass` to the parent page. */
  parent?: ReactNode
  children: ReactNode
  /** Stands beside the children on wide screens, and below them on others. */
  aside?: ReactNode
}

/** A page of text and forms, in columns that stay readable on wide screens. */
export function PageFrame({ title, level = 1, lead, parent, children, aside }: PageFrameProps) {
  const column = 'grid grid-cols-1 gap-5 min-w-0'
  return (
    <div
      className={`grid grid-cols-1 gap-5 px-4 w-full max-w-160 mx-auto ${aside === undefined ? '' : 'xl:max-w-280'}`}
    >
      <div className="grid grid-cols-1 justify-items-start gap-1.5">
        {parent}
        <Heading level={level} size="title" className="wrap-anywhere">
          {title}
        </Heading>
        {lead ? <Text tone="muted">{lead}</Text> : null}
      </div>
      {aside === undefined ? (
        children
      ) : (
        <div className={`${column} xl:grid-cols-2 xl:gap-8 xl:items-start`}>
          <div className={column}>{children}</div>
          <div className={column}>{aside}</div>
        </div>
      )}
    </div>
  )
}
