import { Trans } from '@lingui/react/macro'
import type { Rewards } from '#contract/rewards.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { parseDecimal, ZERO } from '#lib/decimal.ts'
import { Divider } from '#ui/Divider.tsx'
import { Text } from '#ui/Text.tsx'
import { ClaimButton } from './ClaimButton.tsx'

/** The gift of a level that was reached, or what the next one has so far. */
export function LevelGift({ rewards: { level, levelGift, coin } }: { rewards: Rewards }) {
  const { decimal, percent } = useFormat()
  const amount = decimal(levelGift.amount, 2, 6)
  const symbol = coinSymbol(coin)
  const share = percent(levelGift.shareBps)
  const reached = levelGift.level
  const next = level + 1
  const isReady = reached !== null && (parseDecimal(levelGift.amount) ?? ZERO).units > 0n
  return (
    <>
      <Divider />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Text weight={700} num>
            {`${amount} ${symbol}`}
          </Text>
          <Text size={3} tone="muted" num>
            {isReady ? (
              <Trans>
                Your gift for LV.{reached}: {share} of your house edge since the last gift
              </Trans>
            ) : (
              <Trans>
                So far in the gift of LV.{next}: {share} of your house edge since the last gift
              </Trans>
            )}
          </Text>
        </div>
        {isReady ? (
          <ClaimButton kind="level-gift" reward={levelGift} isReady variant="secondary" size="sm" />
        ) : null}
      </div>
    </>
  )
}
