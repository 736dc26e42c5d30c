import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Text } from '#ui/Text.tsx'

const FULL_BPS = 10_000
/** House edge of most of Koi's games. */
const USUAL_EDGE_BPS = 100
/** An example in US dollars. */
const PLAYED = 1_000

/** Explains a referral in three steps. */
export function ReferralSteps({ shareBps }: { shareBps: number }) {
  const { percent, usd } = useFormat()
  const share = percent(shareBps)
  const edge = percent(USUAL_EDGE_BPS)
  const played = usd(String(PLAYED))
  const earned = usd(String((PLAYED * USUAL_EDGE_BPS * shareBps) / FULL_BPS / FULL_BPS))
  return (
    <div className="grid gap-3">
      <NumberedList>
        <Trans>A friend opens your link, or types your code, and creates an account.</Trans>
        <Trans>They play. It costs them nothing: their stakes and wins are their own.</Trans>
        <Trans>You earn {share} of the house edge of each of their bets, whether they win or lose.</Trans>
      </NumberedList>
      <Text size={3} tone="subtle">
        <Trans>
          An example: friends bet {played} at a {edge} house edge, and you earn {earned}.
        </Trans>
      </Text>
    </div>
  )
}
