import { Trans } from '@lingui/react/macro'
import { Text } from '#ui/Text.tsx'
import { readSessionNet } from './session-net.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

/** What the session came to over all games, as of now. */
export function SessionResult() {
  const coin = useCoin()
  const { signedCoins } = usePlayFormat()
  if (!coin) return null
  const net = readSessionNet()
  return (
    <div className="grid gap-0.5">
      <Text size={8} weight={850} num tone={net > 0n ? 'jade' : net < 0n ? 'danger' : 'default'}>
        {signedCoins(net, coin)}
      </Text>
      <Text size={3} tone="muted">
        {coin.isDemo ? (
          <Trans>Net result of the session, in demo coins</Trans>
        ) : (
          <Trans>Net result of the session</Trans>
        )}
      </Text>
    </div>
  )
}
