import { Trans } from '@lingui/react/macro'
import { Gift, RefreshCw, Sparkles } from 'lucide-react'
import type { RewardTerms } from '#contract/rewards.ts'
import { coinNetwork, coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { LEVEL_2_XP } from '#rules/rewards/level.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Folded } from '#ui/Folded.tsx'
import { Heading } from '#ui/Heading.tsx'
import { PointList } from '#ui/PointList.tsx'
import { Text } from '#ui/Text.tsx'

/** Every rate as the server has it, and their sum. */
export function RewardRules({ terms }: { terms: RewardTerms }) {
  const { percent } = useFormat()
  const levelXp = LEVEL_2_XP.toString()
  const least = percent(terms.rakebackBps)
  const step = percent(terms.rakebackStepBps)
  const most = percent(terms.rakebackMostBps)
  const gift = percent(terms.levelGiftBps)
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <Heading level={2}>
        <Trans>How rewards work</Trans>
      </Heading>
      <PointList
        columns={3}
        points={[
          {
            name: 'xp',
            icon: <Sparkles aria-hidden size={21} />,
            iconTone: 'gold',
            title: <Trans>One XP for each dollar</Trans>,
            subtitle: (
              <Trans>
                Every bet counts with its value in US dollars, whether you win or lose. LV.2 is at {levelXp}{' '}
                XP.
              </Trans>
            ),
          },
          {
            name: 'rakeback',
            icon: <RefreshCw aria-hidden size={21} />,
            iconTone: 'jade',
            title: (
              <Trans>
                {least} to {most} rakeback
              </Trans>
            ),
            subtitle: (
              <Trans>
                Of the house edge of each bet: {least} at LV.1, and {step} more with each level. Claim it when
                you like; it never expires.
              </Trans>
            ),
          },
          {
            name: 'gift',
            icon: <Gift aria-hidden size={21} />,
            iconTone: 'brand',
            title: <Trans>A gift for each level</Trans>,
            subtitle: <Trans>Another {gift} of the house edge since the last gift.</Trans>,
          },
        ]}
      />
      <ShareSum terms={terms} />
    </section>
  )
}

/** Shares that the house gives back of its edge, and that they can be no more. */
function ShareSum({ terms }: { terms: RewardTerms }) {
  const { percent, usd } = useFormat()
  const sum = percent(terms.sumBps)
  const most = percent(terms.mostBps)
  const symbol = coinSymbol(terms.coin)
  const network = coinNetwork(terms.coin)
  const cap = usd(terms.raceDayCapUsd)
  const pool = percent(terms.racePoolBps)
  const prize = percent(terms.racePrizeMostBps)
  const upTo = (bps: number) => {
    const share = percent(bps)
    return <Trans>up to {share}</Trans>
  }
  return (
    <Folded title={<Trans>Where the house edge goes: at most {sum} comes back</Trans>}>
      <DefinitionList
        facts={[
          { key: 'rakeback', term: <Trans>Rakeback</Trans>, value: upTo(terms.rakebackMostBps) },
          { key: 'gift', term: <Trans>Level gifts</Trans>, value: percent(terms.levelGiftBps) },
          { key: 'wheel', term: <Trans>Daily wheel, on average</Trans>, value: percent(terms.wheelBps) },
          {
            key: 'race',
            term: <Trans>Prize of the weekly race</Trans>,
            value: upTo(Math.max(terms.racePoolBps, terms.racePrizeMostBps)),
          },
          { key: 'release', term: <Trans>Release of a bonus</Trans>, value: upTo(terms.releaseBps) },
          {
            key: 'referral',
            term: <Trans>Whoever invited you</Trans>,
            value: percent(terms.referralBps),
          },
          { key: 'sum', term: <Trans>Sum, of at most {most}</Trans>, value: sum },
        ]}
      />
      <Text size={2} tone="subtle" className="mt-2">
        <Trans>
          Everything is a share of the house edge of bets that were at risk; bets that come back, free rounds
          and demo coins count for nothing. The race shares out {pool} of all players’ edge, at most {cap} of
          it for one player and day, and no prize is above {prize} of the winner’s own. Rewards are paid in{' '}
          {symbol} on {network}; one counts as one dollar. With a larger sum the server does not start.
        </Trans>
      </Text>
    </Folded>
  )
}
