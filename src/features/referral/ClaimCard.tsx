import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { connection } from '#api/connection.ts'
import { claimReferral, type Referral } from '#contract/referral.ts'
import { coinSymbol } from '#contract/values.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { useStore } from '#lib/use-store.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FoldedList } from '#ui/FoldedList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { referralQuery } from './referral.queries.ts'
import { useReferralTerms } from './use-referral-terms.ts'

/** What friends have earned the player, its claim, and how it is worked out. */
export function ClaimCard({ referral }: { referral: Referral }) {
  const { t, i18n } = useLingui()
  const { decimal, percent, usd } = useFormat()
  const queryClient = useQueryClient()
  const isOffline = useStore(connection) === 'offline'
  const symbol = coinSymbol(referral.coin)
  const terms = useReferralTerms(symbol)
  const claimable = decimal(referral.claimable, 2, 6)
  const claimed = `${decimal(referral.claimed, 2, 6)} ${symbol}`
  const share = percent(referral.shareBps)
  const hasSome = Number(referral.claimable) > 0
  const claim = useAction({
    run: () => api.call(claimReferral, { body: {} }),
    onSuccess: ({ amount, referral: next }) => {
      queryClient.setQueryData(referralQuery.queryKey, next)
      void refreshMoney(queryClient)
      const paid = `${decimal(amount, 2, 6)} ${symbol}`
      toast({ message: t`${paid} is in your balance`, tone: 'success' })
    },
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
  return (
    <Card tone="pond" padding="lg" className="grid grid-cols-1 gap-3.5 content-start">
      <div className="grid grid-cols-1 gap-1">
        <Heading level={2} size="card">
          <Trans>To claim</Trans>
        </Heading>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Text as="span" size={8} weight={850} num data-testid="claimable">
            {claimable}
          </Text>
          <Text as="span" size={5} weight={750}>
            {symbol}
          </Text>
        </p>
        <Text size={3} tone="muted">
          <Trans>{share} of the house edge of your friends’ bets</Trans>
        </Text>
      </div>
      {hasSome ? (
        <Button
          block
          className="lg:justify-self-start lg:w-auto"
          loading={claim.isRunning}
          disabled={isOffline}
          onClick={() => claim.run()}
        >
          <Trans>Claim now</Trans>
        </Button>
      ) : null}
      {hasSome && isOffline ? (
        <Text size={3} tone="muted">
          <Trans>You can claim as soon as you are online.</Trans>
        </Text>
      ) : null}
      <FoldedList title={<Trans>How it is worked out</Trans>} items={terms}>
        <DefinitionList
          facts={[
            { term: t`House edge of friends’ bets since the last claim`, value: usd(referral.edgeUsd) },
            { term: t`Your share`, value: share },
            { term: t`To claim`, value: `${claimable} ${symbol}` },
            { term: t`Claimed so far`, value: claimed },
          ]}
        />
      </FoldedList>
    </Card>
  )
}
