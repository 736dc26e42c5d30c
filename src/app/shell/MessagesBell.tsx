import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useUnreadMessages } from '#queries/messages.queries.ts'
import { CountBadge } from '#ui/CountBadge.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

export function MessagesBell() {
  const { t } = useLingui()
  return (
    <Link to="/messages" className={`${iconButtonClass()} relative`}>
      <Bell aria-hidden size={20} />
      <VisuallyHidden>
        <span>{t`Messages`}</span>{' '}
      </VisuallyHidden>
      <CountBadge count={useUnreadMessages()} className="absolute -top-1.5 -right-1.5" />
    </Link>
  )
}
