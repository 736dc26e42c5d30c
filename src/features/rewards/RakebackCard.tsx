import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Rewards } from '#contract/rewards.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal, parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { useRewardTerms } from '#queries/rewards.queries.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { CoinCard } from '#ui/CoinCard.tsx'
import { Folded } from '#ui/Folded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ClaimButton } from './ClaimButton.tsx'
import { DOLLAR_DECIMALS } from './level-progress.ts'
import { useCounted } from './use-counted.ts'

/** The share of the player's bets that comes back, growing with each of them. */
export function RakebackCard({ query }: { query: UseQueryResult<Rewards> }) {
  const { t } = useLingui()
  const { percent } = useFormat()
  const status = useAccountStatus()
  const terms = useRewardTerms()
  if (status === 'signed-out') {
    const least = terms && percent(terms.rakebackBps)
    const most = terms && percent(terms.rakebackMostBps)
    return (
      <CoinCard
        label={t`Rakeback`}
        title={<Trans>Rakeback</Trans>}
        amount={
          terms ? (
            <Trans>
              {least} to {most}
            </Trans>
          ) : (
            '\u00A0'
          )
        }
        note={<Trans>of the house edge of each bet comes back to you, win or lose</Trans>}
      >
        <Link
          to="/accout"
          search={{ from: '/rewards' }}
          className={`${buttonClass({ variant: 'ink' })} mt-3 justify-self-start`}
        >
          <Trans>Log in</Trans>
        </Link>
      </CoinCard>
    )
  }
  return (
    <AnswerGate
      query={query}
      skeleton={<Skeleton shape="box" height={208} />}
      part={{
        level: 2,
        title: t`Rewards did not load`,
        offline: t`Your rakeback is not saved on this device.`,
      }}
    >
      {(rewards) => <Claimable rewards={rewards} />}
    </AnswerGate>
  )
}

function Claimable({ rewards: { rakeback, coin, level } }: { rewards: Rewards }) {
  const { t } = useLingui()
  const { decimal, percent } = useFormat()
  const units = unitsAt(parseDecimal(rakeback.amount) ?? ZERO, DOLLAR_DECIMALS)
  const counted = useCounted(units, DOLLAR_DECIMALS)
  const amount = decimal(formatDecimal({ units: counted, scale: DOLLAR_DECIMALS }), 4, 6)
  const symbol = coinSymbol(coin)
  const share = percent(rakeback.shareBps)
  const edge = decimal(rakeback.edgeUsd, 2, DOLLAR_DECIMALS)
  const paid = decimal(rakeback.amount, 2, 6)
  return (
    <CoinCard
      label={t`Rakeback to claim`}
      title={<Trans>Rakeback to claim</Trans>}
      amount={
        <>
          <span>{amount}</span>{' '}
          <Text as="span" size={5} weight={800} tone="inherit">
            {symbol}
          </Text>
        </>
      }
      note={<Trans>{share} of the house edge of your bets</Trans>}
    >
      <div className="mt-3">
        <ClaimButton kind="rakeback" reward={rakeback} isReady={units > 0n} variant="ink" />
      </div>
      <Folded title={<Trans>How this is worked out</Trans>}>
        <Text size={3} tone="inherit" num>
          {units > 0n ? (
            <Trans>
              Since your last claim, your bets had a house edge of ${edge} in all. At LV.{level} you get{' '}
              {share} of it: ${edge} × {share} = {paid} {symbol}, rounded down.
            </Trans>
          ) : (
            <Trans>
              It grows with each bet: stake × house edge × {share}, your rate at LV.{level}. A bet of $100 at
              a 1% edge is an edge of $1.
            </Trans>
          )}
        </Text>
      </Folded>
    </CoinCard>
  )
}
