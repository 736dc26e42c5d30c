import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#lib/config.queries.ts'
import { promotionsQuery } from '#lib/promotions.queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Overlay } from '#ui/Overlay.tsx'
import { OverlayTitle } from '#ui/OverlayTitle.tsx'
import { BonusCalculator } from './BonusCalculator.tsx'
import { BonusTerms } from './BonusTerms.tsx'
import { DepositFacts } from './DepositFacts.tsx'
import { RateCard } from './RateCard.tsx'

interface DepositPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** The deposit screen as far as it is true: offer, rates, network rules and what the bonus costs to release. */
export function DepositPanel({ isOpen, onClose }: DepositPanelProps) {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery)
  const { data: promotions } = useQuery(promotionsQuery)
  const offer = promotions?.find((promotion) => promotion.offer?.ordinal === 1)?.offer
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="full"
      title={t`Deposit`}
      header={<OverlayTitle title={t`Deposit`} isPractice={config?.mode === 'practice'} />}
    >
      <div className="grid grid-cols-1 gap-4">
        {offer ? <BonusTerms offer={offer} /> : null}
        <Banner inset>
          <Trans>
            This release takes no deposits yet. Do not send anything. Here are the offer, the rates and the
            rules.
          </Trans>
        </Banner>
        <RateCard />
        <DepositFacts />
        {offer ? <BonusCalculator offer={offer} /> : null}
      </div>
    </Overlay>
  )
}
