import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function LanguagePage() {
  return (
    <Heading level={1} size="title">
      <Trans>Language</Trans>
    </Heading>
  )
}
