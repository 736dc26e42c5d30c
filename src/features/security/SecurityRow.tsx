import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent, type ListRowIconTone } from '#ui/ListRowContent.tsx'

interface SecurityRowProps {
  link: Pick<LinkProps, 'to'>
  icon: ReactNode
  tone?: ListRowIconTone
  title: string
  /** Its state in a few words. */
  detail: ReactNode
}

/** One way into the account, and the link to its page. */
export function SecurityRow({ link, icon, tone = 'neutral', title, detail }: SecurityRowProps) {
  return (
    <li>
      <Link {...link} className={listRowClass()}>
        <ListRowContent
          icon={icon}
          iconTone={tone}
          title={title}
          subtitle={<span className="wrap-anywhere">{detail}</span>}
          chevron
        />
      </Link>
    </li>
  )
}
