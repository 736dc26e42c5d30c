import { Trans } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'
import { Text } from '#ui/Text.tsx'
import { TronMark } from '#ui/art/TronMark.tsx'

const NETWORK_NAME = 'TRON (TRC20)'

export function NetworkCard() {
  return (
    <Card className="flex items-center gap-3.5">
      <TronMark size={34} />
      <div className="flex-1 min-w-0">
        <Text size={2} tone="muted">
          <Trans>Network</Trans>
        </Text>
        <Text weight={700} translate="no">
          {NETWORK_NAME}
        </Text>
      </div>
    </Card>
  )
}
