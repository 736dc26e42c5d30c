import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageFrame } from '#ui/PageFrame.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'

interface ToolFrameProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}

export function ToolFrame(props: ToolFrameProps) {
  return (
    <PageFrame
      {...props}
      parent={
        <Link to="/responsible-play" className={sectionLinkClass}>
          <ChevronLeft aria-hidden size={16} />
          <Trans>Responsible play</Trans>
        </Link>
      }
    />
  )
}
