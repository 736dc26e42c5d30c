import { Trans } from '@lingui/react/macro'
import type { RewardClaim } from '#contract/rewards.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Folded } from '#ui/Folded.tsx'
import { Text } from '#ui/Text.tsx'

/** The last claims, each with its arithmetic. */
export function LastClaims({ claims }: { claims: readonly RewardClaim[] }) {
  const { decimal, percent, moment } = useFormat()
  if (claims.length === 0) return null
  return (
    <Folded title={<Trans>Last claims</Trans>}>
      <DefinitionList
        facts={claims.map(({ id, kind, coin, amount, edgeUsd, shareBps, level, at }) => {
          const edge = decimal(edgeUsd, 2, 8)
          const share = percent(shareBps)
          return {
            key: id,
            term: (
              <span className="grid">
                <span>{moment(new Date(at))}</span>
                <Text as="span" size={2} tone="subtle">
                  {kind === 'rakeback' ? <Trans>Rakeback</Trans> : <Trans>Gift for LV.{level}</Trans>}
                </Text>
              </span>
            ),
            value: (
              <span className="grid">
                <span>{`${decimal(amount, 2, 6)} ${coinSymbol(coin)}`}</span>
                <Text as="span" size={2} tone="subtle" num>
                  {`$${edge} × ${share}`}
                </Text>
              </span>
            ),
          }
        })}
      />
    </Folded>
  )
}
