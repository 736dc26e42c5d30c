import { Trans } from '@lingui/react/macro'
import { connection } from '#api/connection.ts'
import { CLAIM_EVERY_MS, type Claimable, type ClaimKind } from '#contract/rewards.ts'
import { useNow } from '#lib/use-now.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import type { ButtonSize, ButtonVariant } from '#ui/button-class.ts'
import { useClaim } from './use-claim.ts'

interface ClaimButtonProps {
  kind: ClaimKind
  reward: Claimable
  /** There is something to claim. */
  isReady: boolean
  variant: ButtonVariant
  size?: ButtonSize
}

/** One tap pays; a line below it says why not. */
export function ClaimButton({ kind, reward, isReady, variant, size }: ClaimButtonProps) {
  const { run, isRunning, problem } = useClaim(kind)
  const isOffline = useStore(connection) === 'offline'
  const nextAt = reward.nextAt === null ? 0 : Date.parse(reward.nextAt)
  const leftMs = nextAt - useNow(nextAt)
  // A device whose clock is behind waits no longer than the others.
  const isEarly = leftMs > 0 && leftMs <= CLAIM_EVERY_MS
  const isHeld = !isReady || isOffline || isEarly
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        variant={variant}
        size={size}
        loading={isRunning}
        // It keeps the focus after a claim.
        aria-disabled={isHeld || undefined}
        onClick={isHeld ? undefined : run}
      >
        {isReady && isEarly ? (
          <Trans>In a few seconds</Trans>
        ) : kind === 'rakeback' ? (
          <Trans>Claim now</Trans>
        ) : (
          <Trans>Claim the gift</Trans>
        )}
      </Button>
      <Text as="div" size={3} weight={650} tone="inherit" role="status">
        {isReady && isOffline ? <Trans>You can claim once you are connected.</Trans> : problem}
      </Text>
    </div>
  )
}
