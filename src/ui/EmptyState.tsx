import type { ReactNode } from 'react'
import { Heading } from './Heading.tsx'

export interface EmptyStateProps {
  title: string
  /** Says what the place is for, or what to do. */
  detail?: ReactNode
  /** One `Button`, or a `Link` with `buttonClass`. */
  action?: ReactNode
  /** An icon of about 26 px with `aria-hidden`, or a drawing. */
  icon?: ReactNode
  level?: 1 | 2 | 3
}

export function EmptyState({ title, detail, action, icon, level = 2 }: EmptyStateProps) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-2 px-6 py-12 mx-auto max-w-110 text-center">
      {icon ? (
        <span className="grid place-items-center size-15 mb-2 rounded-4 bg-surface-2 border border-line text-text-2">
          {icon}
        </span>
      ) : null}
      <Heading level={level} size="section">
        {title}
      </Heading>
      {detail ? <p className="text-text-2 text-balance">{detail}</p> : null}
      {action ? <div className="mt-3 empty:hidden">{action}</div> : null}
    </div>
  )
}
