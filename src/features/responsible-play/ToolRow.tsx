import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'

interface ToolRowProps {
  to: NonNullable<LinkProps['to']>
  icon: ReactNode
  title: string
  /** Its state in a few words. */
  detail: ReactNode
}

/** One tool and the link to its page. */
export function ToolRow({ to, icon, title, detail }: ToolRowProps) {
  return (
    <li>
      <Link to={to} className={listRowClass()}>
        <ListRowContent icon={icon} title={title} subtitle={detail} chevron />
      </Link>
    </li>
  )
}
