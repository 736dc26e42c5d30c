import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal, fromBps, multiply, type Decimal } from '#lib/decimal.ts'
import { Banner } from '#ui/Banner.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './ReferralGuide.module.css'
import { REFERRAL_BPS, referralEarning } from './promotion-referral.ts'

const EXAMPLE_WAGER: Decimal = { units: 1_000n, scale: 0 }
const EXAMPLE_EDGE_BPS = 100

/** How referral works, in words and in one worked example. */
export function ReferralGuide() {
  const { t } = useLingui()
  const { percent, usd } = useFormat()
  const share = percent(REFERRAL_BPS)
  const edge = percent(EXAMPLE_EDGE_BPS)
  const edgeUsd = usd(formatDecimal(multiply(EXAMPLE_WAGER, fromBps(EXAMPLE_EDGE_BPS))))
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <Heading level={2} size="title">
          <Trans>Invite friends, earn on every bet</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>You get {share} of the house edge on their bets. It costs them nothing.</Trans>
        </Text>
      </div>
      <Banner inset>
        <Trans>Every account has its own code. Koi does not pay for referrals yet.</Trans>
      </Banner>
      <section className="grid gap-2.5">
        <Heading level={3}>
          <Trans>An example</Trans>
        </Heading>
        <div className={styles.stats}>
          <Stat label={t`A friend plays`} value={usd(formatDecimal(EXAMPLE_WAGER))} />
          <Stat label={t`House edge ${edge}`} value={edgeUsd} />
          <Stat
            label={t`You earn`}
            value={usd(formatDecimal(referralEarning(EXAMPLE_WAGER, EXAMPLE_EDGE_BPS)))}
          />
        </div>
      </section>
      <section className="grid gap-3">
        <Heading level={3}>
          <Trans>How it works</Trans>
        </Heading>
        <NumberedList>
          <Trans>A friend signs up with your link or code.</Trans>
          <Trans>They can play any game. Their stakes, wins and losses are their own.</Trans>
          <Trans>For each bet they make, Koi pays you {share} of its house edge.</Trans>
          <Trans>You cannot invite yourself.</Trans>
        </NumberedList>
      </section>
    </div>
  )
}
