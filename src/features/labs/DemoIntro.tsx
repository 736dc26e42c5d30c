import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

interface DemoIntroProps {
  title: ReactNode
  /** One sentence: what the page shows. */
  children: ReactNode
}

export function DemoIntro({ title, children }: DemoIntroProps) {
  return (
    <div className="grid gap-1.5">
      <Heading level={1} size="title">
        {title}
      </Heading>
      <Text tone="muted">{children}</Text>
      <Text size={3}>
        <Link to="/settings" hash="labs" className={textLinkClass}>
          <Trans>All demonstrations</Trans>
        </Link>
      </Text>
    </div>
  )
}
