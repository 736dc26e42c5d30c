import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function SettingsPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Settings</Trans>
    </Heading>
  )
}
