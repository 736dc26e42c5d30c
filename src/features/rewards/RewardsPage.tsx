import { Trans, useLingui } from '@lingui/react/macro'
import { RefreshCw, Sparkles, TrendingUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { Invitation } from '#session/Invitation.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NoOffers } from '#ui/NoOffers.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { PointList } from '#ui/PointList.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { LevelBar } from './LevelBar.tsx'
import { LevelCard } from './LevelCard.tsx'
import { LEVEL_2_XP, rakeback, RAKEBACK_BPS, USUAL_EDGE_BPS } from './level-progress.ts'
import { Luck } from './luck/Luck.tsx'
import styles from './rewards.module.css'

interface RewardsPageProps {
  bonuses: ReactNode
}

export function RewardsPage({ bonuses }: RewardsPageProps) {
  const { percent } = useFormat()
  const isPractice = useIsPractice()
  const levelXp = LEVEL_2_XP.units.toString()
  const share = percent(RAKEBACK_BPS)
  return (
    <div className="grid grid-cols-1 gap-5 px-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <Heading level={1} size="title">
          <Trans>Rewards</Trans>
        </Heading>
        {isPractice ? <PracticeTag /> : null}
      </div>
      <Invitation instead={<NoOffers />}>
        <LevelCard />
        <Banner inset>
          <Trans>
            Bets with a balance count for levels, rakeback and bonuses. Bets with demo coins do not.
          </Trans>
        </Banner>
      </Invitation>
      {bonuses}
      <Luck />
      <Invitation>
        <section className="grid gap-2.5">
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
                  <Trans>Every bet counts with its value in US dollars, whether you win or lose.</Trans>
                ),
              },
              {
                name: 'levels',
                icon: <TrendingUp aria-hidden size={21} />,
                iconTone: 'brand',
                title: <Trans>LV.2 at {levelXp} XP</Trans>,
                subtitle: <Trans>LV.n needs 80 × (n − 1)² XP: 320 for LV.3, 720 for LV.4.</Trans>,
              },
              {
                name: 'rakeback',
                icon: <RefreshCw aria-hidden size={21} />,
                iconTone: 'jade',
                title: <Trans>{share} rakeback</Trans>,
                subtitle: (
                  <Trans>
                    {share} of the house edge of each bet is counted for you. It cannot be claimed yet.
                  </Trans>
                ),
              },
            ]}
          />
        </section>
        <RewardCalculator />
      </Invitation>
    </div>
  )
}

/** Computes XP, progress to LV.2 and rakeback from a turnover at the usual edge. */
function RewardCalculator() {
  const { t } = useLingui()
  const { decimal, percent } = useFormat()
  const [typed, setTyped] = useState('18.75')
  const wagered = parseTypedAmount(typed, 2)
  const back = wagered && decimal(formatDecimal(rakeback(wagered, USUAL_EDGE_BPS)), 2, 6)
  const edge = percent(USUAL_EDGE_BPS)
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <Heading level={2}>
        <Trans>Calculate</Trans>
      </Heading>
      <Card className="grid grid-cols-1 gap-4">
        <NumberField
          label={t`An amount wagered, in US dollars`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={18}
          error={wagered ? undefined : t`Enter an amount in dollars, such as 100 or 18.75.`}
        />
        {wagered ? (
          <div className="grid grid-cols-1 gap-4">
            <LevelBar wagered={wagered} />
            <div className={styles.stats} aria-live="polite">
              <Stat label={t`XP`} value={decimal(formatDecimal(wagered))} />
              <Stat label={t`Rakeback`} value={`$${back}`} />
            </div>
            <Text size={2} tone="subtle">
              <Trans>Calculated with a house edge of {edge}, the usual one of Koi’s own games.</Trans>
            </Text>
          </div>
        ) : null}
      </Card>
    </section>
  )
}
