import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function HomePage() {
  return (
    <Heading level={1} size="title">
      <Trans>Home</Trans>
    </Heading>
  )
}
