import { Trans } from '@lingui/react/macro'
import { Badge } from './Badge.tsx'

/** Marks money screens of a server on play money, so that nobody sends real funds. */
export function PracticeTag() {
  return (
    <Badge tone="gold">
      <Trans>Practice</Trans>
    </Badge>
  )
}
