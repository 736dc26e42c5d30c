import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'

interface TitledListProps {
  /** Id of the heading, which names the section. */
  id: string
  title: ReactNode
  /** Each becomes a list item. */
  children: readonly ReactNode[]
}

export function TitledList({ id, title, children }: TitledListProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2.5">
      <Heading level={2} id={id}>
        {title}
      </Heading>
      {children.length === 0 ? (
        <Text tone="muted">
          <Trans>None yet.</Trans>
        </Text>
      ) : (
        <ul className="grid grid-cols-1 gap-2.5">{children}</ul>
      )}
    </section>
  )
}
