import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Invitation } from '#session/Invitation.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NoOffers } from '#ui/NoOffers.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { OfferList } from './OfferList.tsx'
import type { PromotionTab } from './promotion-search.ts'

interface PromotionPageProps {
  tab: PromotionTab
  onTab: (tab: PromotionTab) => void
  onOpenDeposit: () => void
  referral: ReactNode
  /** A row of games below the offers. */
  trending: ReactNode
}

/** The tab is in the URL. A break hides the offers, but not what friends have earned. */
export function PromotionPage({ tab, onTab, onOpenDeposit, referral, trending }: PromotionPageProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <Heading level={1} size="title" className="px-4">
        <Trans>Promotions</Trans>
      </Heading>
      <div className="px-4">
        <Tabs
          label={t`Promotions`}
          tabs={[
            { id: 'offers', label: t`Offers` },
            { id: 'referral', label: t`Referral` },
          ]}
          value={tab}
          onChange={onTab}
        >
          {tab === 'offers' ? (
            <Invitation instead={<NoOffers />}>
              <OfferList onOpenDeposit={onOpenDeposit} />
            </Invitation>
          ) : (
            referral
          )}
        </Tabs>
      </div>
      {tab === 'offers' ? (
        <Invitation>
          <div id="trending" className="scroll-mt-20">
            {trending}
          </div>
        </Invitation>
      ) : null}
    </div>
  )
}
