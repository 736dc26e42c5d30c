import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { useNearEnd } from '#ui/use-near-end.ts'
import { WalletTiles } from './WalletTiles.tsx'

interface MoreWalletsProps {
  /** Wallets of the next page. */
  awaited: number
  hasFailed: boolean
  isFetching: boolean
  onMore: () => void
}

/** The end of a list that goes on: fetches its next page when it comes near. */
export function MoreWallets({ awaited, hasFailed, isFetching, onMore }: MoreWalletsProps) {
  const ref = useRef<HTMLDivElement>(null)
  useNearEnd(ref, { isHeld: hasFailed || isFetching, onNear: onMore })
  return (
    <div ref={ref}>
      {hasFailed ? (
        <div role="alert" className="grid justify-items-center gap-2">
          <Text tone="muted">
            <Trans>The rest did not load.</Trans>
          </Text>
          <Button variant="secondary" size="sm" loading={isFetching} onClick={onMore}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <WalletTiles awaited={Math.max(1, awaited)} />
      )}
    </div>
  )
}
