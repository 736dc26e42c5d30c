import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function ProfilePage() {
  return (
    <Heading level={1} size="title">
      <Trans>Profile</Trans>
    </Heading>
  )
}
