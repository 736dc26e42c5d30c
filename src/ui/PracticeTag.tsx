import { Trans } from '@lingui/react/macro'
import { Badge } from './Badge.tsx'

/** Marks money screens of a server in practice mode, so that nobody sends real funds. */
export function PracticeTag() {
  return (
    <Badge tone="gold">
      <Trans>Practice</Trans>
    </Badge>
  )
}
