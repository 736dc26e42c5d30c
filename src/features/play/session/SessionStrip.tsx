import { useLingui } from '@lingui/react/macro'
import { Text } from '#ui/Text.tsx'
import { SessionClock } from './SessionClock.tsx'
import { useSessionNet } from './use-session-net.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

/** What the session has brought and how long it has gone on: always in sight, in every game. */
export function SessionStrip() {
  const { t } = useLingui()
  const coin = useCoin()
  const net = useSessionNet(coin)
  const { signedCoins } = usePlayFormat()
  return (
    <Text size={2} tone="muted" weight={600} num data-testid="session-strip">
      <span className="sr-only">{t`Net result of the session`}</span>{' '}
      <span data-testid="session-net" translate="no">
        {coin ? signedCoins(net, coin) : '–'}
      </span>
      <span aria-hidden> · </span>
      <span className="sr-only">{t`Time of the session`}</span> <SessionClock />
    </Text>
  )
}
