import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { useProgress } from '#queries/progress.queries.ts'
import { useRewardTerms } from '#queries/rewards.queries.ts'
import { Invitation } from '#session/Invitation.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NoOffers } from '#ui/NoOffers.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { BreakClaims } from './BreakClaims.tsx'
import { LastClaims } from './LastClaims.tsx'
import { levelProgress } from './level-progress.ts'
import { LevelCard } from './LevelCard.tsx'
import { LevelGift } from './LevelGift.tsx'
import { LevelTable } from './LevelTable.tsx'
import { RakebackCard } from './RakebackCard.tsx'
import { RewardCalculator } from './RewardCalculator.tsx'
import { RewardRules } from './RewardRules.tsx'
import styles from './rewards.module.css'
import { useLiveRewards } from './use-live-rewards.ts'
import { Luck } from './luck/Luck.tsx'
import { Race } from './race/Race.tsx'

interface RewardsPageProps {
  bonuses: ReactNode
}

export function RewardsPage({ bonuses }: RewardsPageProps) {
  const isPractice = useIsPractice()
  const rewards = useLiveRewards()
  const terms = useRewardTerms()
  const { level } = levelProgress(useProgress().wagered)
  const { data } = rewards
  return (
    <div className="grid grid-cols-1 gap-5 px-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <Heading level={1} size="title">
          <Trans>Rewards</Trans>
        </Heading>
        {isPractice ? <PracticeTag /> : null}
      </div>
      <Invitation
        instead={
          <>
            {data ? <BreakClaims rewards={data} /> : null}
            <NoOffers />
          </>
        }
      >
        <div className={styles.pair}>
          <RakebackCard query={rewards} />
          <LevelCard>
            {data ? <LevelGift rewards={data} /> : null}
            {terms ? <LevelTable level={level} terms={terms} /> : null}
          </LevelCard>
        </div>
        {data ? <LastClaims claims={data.claims} /> : null}
        <Banner inset>
          <Trans>
            Bets with a balance count for levels, rakeback and bonuses. Bets with demo coins do not.
          </Trans>
        </Banner>
      </Invitation>
      <Race />
      {bonuses}
      <Luck />
      {terms ? (
        <Invitation>
          <RewardRules terms={terms} />
          <RewardCalculator terms={terms} />
        </Invitation>
      ) : null}
    </div>
  )
}
