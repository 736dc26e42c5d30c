import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import '#i18n/account-answers.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'

interface SecurityFrameProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}

export function SecurityFrame(props: SecurityFrameProps) {
  return (
    <PageFrame
      {...props}
      parent={
        <Link to="/security" className={sectionLinkClass}>
          <ChevronLeft aria-hidden size={16} />
          <Trans>Security</Trans>
        </Link>
      }
    />
  )
}
