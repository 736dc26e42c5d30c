import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DepositOffer } from '#contract/promotions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { depositBonus } from './deposit-bonus.ts'

/** Shows the bonus of a deposit and the play it takes to release it, before the player accepts. */
export function BonusCalculator({ offer }: { offer: DepositOffer }) {
  const { t } = useLingui()
  const { usd, percent } = useFormat()
  const [typed, setTyped] = useState('100')

  const deposit = parseTypedAmount(typed, 2)
  const result = deposit && depositBonus(offer, deposit, offer.edgeBps)
  const { coin } = offer
  const min = usd(offer.minUsd)
  const max = usd(offer.maxUsd)
  const edge = percent(offer.edgeBps)
  const released = percent(offer.releaseBps)
  const bonus = result && usd(formatDecimal(result.bonus))
  const play = result && usd(formatDecimal(result.playToRelease))
  const error =
    result === undefined
      ? t`Enter an amount in dollars, such as 100 or 12.50.`
      : result.bound === 'below-minimum'
        ? t`The offer starts at ${min}. Enter at least that much.`
        : undefined
  return (
    <section className="grid grid-cols-1 gap-3">
      <Heading level={3}>
        <Trans>How much play releases the bonus</Trans>
      </Heading>
      <NumberField
        label={t`Deposit in US dollars`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={18}
        error={error}
      />
      {result && error === undefined ? (
        <Card aria-live="polite" className="grid gap-1">
          <Text size={5} weight={750} num>
            <Trans>
              {bonus} bonus in {coin}
            </Trans>
          </Text>
          <Text size={3} tone="muted" num>
            {result.bound === 'above-maximum' ? (
              <Trans>
                Play about {play} at a {edge} edge to release {bonus}. No more than {max} of a deposit counts.
              </Trans>
            ) : (
              <Trans>
                Play about {play} at a {edge} edge to release {bonus}.
              </Trans>
            )}
          </Text>
        </Card>
      ) : null}
      <Text size={3} tone="muted">
        <Trans>
          Each bet releases {released} of its house edge. What is left after{' '}
          <Plural value={offer.releaseDays} one="# day" other="# days" /> is lost. Locked money never blocks a
          withdrawal. You can decline the bonus.
        </Trans>
      </Text>
    </section>
  )
}
