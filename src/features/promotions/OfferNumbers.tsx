import { Plural, useLingui } from '@lingui/react/macro'
import type { DepositOffer } from '#contract/promotions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'

export function OfferNumbers({ offer }: { offer: DepositOffer }) {
  const { t } = useLingui()
  const { percent, percentExact, usd } = useFormat()
  const { coin, releaseDays } = offer
  const min = usd(offer.minUsd)
  const max = usd(offer.maxUsd)
  const released = percent(offer.releaseBps)
  return (
    <DefinitionList
      facts={[
        { term: t`Bonus`, value: percentExact(offer.bonusBps) },
        { term: t`Deposit`, value: t`${min} to ${max}` },
        { term: t`Credited in`, value: t`${coin}, locked` },
        { term: t`Each bet releases`, value: t`${released} of its house edge` },
        {
          term: t`Time to release`,
          value: <Plural value={releaseDays} one="# day" other="# days" />,
        },
      ]}
    />
  )
}
