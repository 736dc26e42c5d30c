import { Trans } from '@lingui/react/macro'
import { Text } from '#ui/Text.tsx'
import { sessionNets } from './session-net.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function SessionResult() {
  const coin = useCoin()
  const { signedCoins } = usePlayFormat()
  const played = sessionNets.get()
  const nets = played.length > 0 || !coin ? played : [{ ...coin, net: 0n }]
  return (
    <div className="grid gap-2">
      {nets.map((each) => (
        <div key={each.coin} className="grid gap-0.5">
          <Text
            size={8}
            weight={850}
            num
            translate="no"
            tone={each.net > 0n ? 'jade' : each.net < 0n ? 'danger' : 'default'}
          >
            {signedCoins(each.net, each)}
          </Text>
          <Text size={3} tone="muted">
            {each.isDemo ? (
              <Trans>Net result of the session, in demo coins</Trans>
            ) : (
              <Trans>Net result of the session</Trans>
            )}
          </Text>
        </div>
      ))}
    </div>
  )
}
