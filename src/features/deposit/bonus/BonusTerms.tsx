import { Trans } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import type { DepositOffer } from '#contract/promotions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'

/** The offer in one sentence, with its percentage emphasized. */
export function BonusTerms({ offer }: { offer: DepositOffer }) {
  const { percentExact, usd, decimal } = useFormat()
  const { coin } = offer
  const share = percentExact(offer.bonusBps)
  const min = usd(offer.minUsd)
  const max = decimal(offer.maxUsd)
  return (
    <Card tone="pond" className="grid gap-2.5">
      <p className="grid gap-0.5">
        {offer.ordinal === 1 ? (
          <Trans>
            <Text as="span" size={7} weight={850} num>
              {share} bonus
            </Text>{' '}
            <Text as="span" size={3} tone="muted" weight={600} num>
              on deposit from {min} to {max} {coin}, for the first deposit.
            </Text>
          </Trans>
        ) : (
          <Trans>
            <Text as="span" size={7} weight={850} num>
              {share} bonus
            </Text>{' '}
            <Text as="span" size={3} tone="muted" weight={600} num>
              on deposit from {min} to {max} {coin}, for the second deposit.
            </Text>
          </Trans>
        )}
      </p>
      <Note icon={<Info aria-hidden size={16} />}>
        <Trans>Bets with a balance release it. Bets with demo coins do not.</Trans>
      </Note>
    </Card>
  )
}
