import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '#ui/Text.tsx'
import { useStore } from '#lib/use-store.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { SessionClock } from './SessionClock.tsx'
import { sessionNets } from './session-net.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

/** Net result and duration of the session: always in sight, in every game. */
export function SessionStrip() {
  const { t } = useLingui()
  const coin = useCoin()
  const nets = useStore(sessionNets)
  const net = useAfterPaint(nets.find((each) => each.coin === coin?.coin)?.net ?? 0n)
  const { signedCoins } = usePlayFormat()
  return (
    <Text size={2} tone="muted" weight={600} num data-testid="session-strip">
      <span aria-hidden>
        <Trans context="of play">Session</Trans>{' '}
      </span>
      <span className="sr-only">{t`Net result of the session`}</span>{' '}
      <span data-testid="session-net" translate="no">
        {coin ? signedCoins(net, coin) : '–'}
      </span>
      <span aria-hidden> · </span>
      <span className="sr-only">{t`Time of the session`}</span> <SessionClock />
    </Text>
  )
}
