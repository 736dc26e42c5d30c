import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { coinSymbol } from '#contract/values.ts'
import { useRewardTerms } from '#queries/rewards.queries.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useAccountStatus, useUser } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { FoldedList } from '#ui/FoldedList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NoOffers } from '#ui/NoOffers.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { FriendList } from './FriendList.tsx'
import { InviteLink } from './InviteLink.tsx'
import { ReferralSteps } from './ReferralSteps.tsx'
import { referralQuery } from './referral.queries.ts'
import { useReferralTerms } from './use-referral-terms.ts'

const ASKED_EVERY_MS = 30_000

/** The player's own link, friends and earnings; visitors read what inviting friends pays. */
export function ReferralPanel() {
  const status = useAccountStatus()
  const { uid } = useUser()
  if (status === 'unknown') return <Skeleton shape="box" height={320} />
  if (status === 'signed-in') return <OwnReferral key={uid} />
  return (
    <Invitation instead={<NoOffers />}>
      <ReferralGuide />
    </Invitation>
  )
}

function OwnReferral() {
  const query = useQuery({ ...referralQuery, refetchInterval: ASKED_EVERY_MS })
  return (
    <div className="grid grid-cols-1 gap-5">
      <AnswerGate query={query} skeleton={<Skeleton shape="box" height={320} />}>
        {(referral) => (
          <>
            <div className="grid grid-cols-1 gap-2.5 lg:grid-cols-2 lg:items-start">
              <ClaimCard referral={referral} />
              <Invitation>
                <InviteLink code={referral.code} isMain={Number(referral.claimable) === 0} />
              </Invitation>
            </div>
            {referral.friends > 0 ? (
              <FriendList count={referral.friends} />
            ) : (
              <Invitation>
                <section className="grid grid-cols-1 gap-3">
                  <Heading level={2}>
                    <Trans>Invite your first friend</Trans>
                  </Heading>
                  <ReferralSteps shareBps={referral.shareBps} />
                </section>
              </Invitation>
            )}
            <Card tone="flat">
              <Terms coin={referral.coin} />
            </Card>
          </>
        )}
      </AnswerGate>
    </div>
  )
}

/** For visitors. */
function ReferralGuide() {
  const terms = useRewardTerms()
  return (
    <Card tone="pond" padding="lg" className="grid grid-cols-1 gap-4">
      <Heading level={2} size="title">
        <Trans>Invite friends</Trans>
      </Heading>
      {terms ? (
        <>
          <ReferralSteps shareBps={terms.referralBps} />
          <Terms coin={terms.coin} />
        </>
      ) : (
        <Skeleton shape="box" height={150} />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Link
          to="/accout"
          search={{ from: '/promotion?tab=referral' }}
          className={`${buttonClass()} flex-1 lg:flex-none`}
        >
          <Trans>Log in to get your link</Trans>
        </Link>
        <Link to="/register" className={`${buttonClass({ variant: 'secondary' })} flex-1 lg:flex-none`}>
          <Trans>Create an account</Trans>
        </Link>
      </div>
    </Card>
  )
}

function Terms({ coin }: { coin: string }) {
  return <FoldedList title={<Trans>All terms</Trans>} items={useReferralTerms(coinSymbol(coin))} />
}
