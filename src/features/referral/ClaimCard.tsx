import { Trans, useLingui } from '@lingui/react/macro'
import { connection } from '#api/connection.ts'
import type { Referral } from '#contract/referral.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsOnBreak } from '#session/break.state.ts'
import { Button } from '#ui/Button.tsx'
import { CoinCard } from '#ui/CoinCard.tsx'
import { Folded } from '#ui/Folded.tsx'
import { Text } from '#ui/Text.tsx'
import { useClaimReferral } from './use-claim-referral.ts'

/** Earnings by friends, their claim, and how they are worked out. Quieter during a break. */
export function ClaimCard({ referral }: { referral: Referral }) {
  const { t } = useLingui()
  const { decimal, percent } = useFormat()
  const isOnBreak = useIsOnBreak()
  const isOffline = useStore(connection) === 'offline'
  const { run, isRunning, problem } = useClaimReferral()
  const symbol = coinSymbol(referral.coin)
  const share = percent(referral.shareBps)
  const hasSome = Number(referral.claimable) > 0
  const isHeld = !hasSome || isOffline
  return (
    <CoinCard
      label={t`Earned by friends, to claim`}
      title={<Trans>Earned by friends</Trans>}
      amount={
        <>
          <span data-testid="claimable">{decimal(referral.claimable, 2, 6)}</span>{' '}
          <Text as="span" size={5} weight={800} tone="inherit">
            {symbol}
          </Text>
        </>
      }
      note={<Trans>{share} of the house edge of your friends’ bets</Trans>}
      isQuiet={isOnBreak}
    >
      <div className="mt-3 grid justify-items-start gap-1.5">
        <Button
          variant={isOnBreak ? 'secondary' : 'ink'}
          loading={isRunning}
          // It keeps the focus after a claim.
          aria-disabled={isHeld || undefined}
          onClick={isHeld ? undefined : run}
        >
          <Trans>Claim now</Trans>
        </Button>
        <Text as="div" role="status" size={3} weight={650} tone="inherit">
          {hasSome && isOffline ? <Trans>You can claim once you are connected.</Trans> : problem}
        </Text>
      </div>
      <Arithmetic referral={referral} hasSome={hasSome} />
    </CoinCard>
  )
}

function Arithmetic({ referral, hasSome }: { referral: Referral; hasSome: boolean }) {
  const { decimal, percent } = useFormat()
  const symbol = coinSymbol(referral.coin)
  const share = percent(referral.shareBps)
  const edge = decimal(referral.edgeUsd, 2, 8)
  const amount = decimal(referral.claimable, 2, 6)
  const claimed = decimal(referral.claimed, 2, 6)
  return (
    <Folded title={<Trans>How this is worked out</Trans>}>
      <div className="grid gap-2">
        <Text size={3} tone="inherit" num>
          {hasSome ? (
            <Trans>
              Since your last claim, your friends’ bets had a house edge of ${edge} in all: ${edge} × {share}{' '}
              = {amount} {symbol}, rounded down.
            </Trans>
          ) : (
            <Trans>
              It grows with each bet of a friend: stake × house edge × {share}. A bet of $100 at a 1% edge is
              an edge of $1.
            </Trans>
          )}
        </Text>
        <Text size={3} tone="inherit" num>
          <Trans>
            Claimed so far: {claimed} {symbol}
          </Trans>
        </Text>
      </div>
    </Folded>
  )
}
