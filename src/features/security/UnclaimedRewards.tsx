import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Gift } from 'lucide-react'
import type { Unclaimed } from '#contract/account.ts'
import { useFormat } from '#i18n/use-format.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Callout } from '#ui/Callout.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { useCoinNames } from './use-coin-names.ts'

/** Rewards and gifts that are lost when the account is closed; nothing without any. */
export function UnclaimedRewards({
  rewards: { coin, rakeback, levelGift, referral, wheel, freeRounds },
}: {
  rewards: Unclaimed
}) {
  const { t } = useLingui()
  const { decimal, integer } = useFormat()
  const nameOf = useCoinNames()
  const amounts = [
    { key: 'rakeback', term: t`Rakeback`, amount: rakeback },
    { key: 'level-gift', term: t`Level gift`, amount: levelGift },
    { key: 'referral', term: t`Referral`, amount: referral },
    { key: 'wheel', term: t`Daily wheel`, amount: wheel },
  ].filter(({ amount }) => amount !== '0')
  if (amounts.length === 0 && freeRounds === 0) return null
  return (
    <div className="grid gap-3">
      <Callout
        tone="warning"
        icon={<Gift aria-hidden size={28} />}
        title={<Trans>You have rewards</Trans>}
        action={
          <Link to="/rewards" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Trans>Rewards</Trans>
          </Link>
        }
      >
        <Trans>Claim them before you close the account. Nobody can give them to you later.</Trans>
      </Callout>
      <DefinitionList
        facts={[
          ...amounts.map(({ key, term, amount }) => ({
            key,
            term,
            value: `${decimal(amount)} ${nameOf(coin)}`,
          })),
          ...(freeRounds === 0
            ? []
            : [{ key: 'free-rounds', term: t`Free rounds`, value: integer(freeRounds) }]),
        ]}
      />
    </div>
  )
}
