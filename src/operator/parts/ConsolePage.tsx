import { Trans } from '@lingui/react/macro'
import { ChevronLeft } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { consoleClass } from '#ui/console/console-class.ts'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { PageLink } from './PageLink.tsx'

interface ConsolePageProps {
  title: string
  lead?: ReactNode
  /** The list that the page belongs to. */
  parent?: `/${string}`
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function ConsolePage({ title, lead, parent, actions, children }: ConsolePageProps) {
  useEffect(() => {
    document.title = `${title} · Koi`
  }, [title])
  return (
    <div className={consoleClass.page}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1 min-w-0">
          {parent ? (
            <PageLink to={parent} className={sectionLinkClass}>
              <ChevronLeft aria-hidden size={16} />
              <Trans>Back to the list</Trans>
            </PageLink>
          ) : null}
          <Heading level={1} size="title" className="wrap-anywhere">
            {title}
          </Heading>
          {lead ? (
            <Text size={3} tone="muted">
              {lead}
            </Text>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}
