import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { WalletTiles } from './WalletTiles.tsx'

/** How far below the screen the next page is fetched. */
const AHEAD = '600px'

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
  const fetchMore = useEffectEvent(onMore)
  useEffect(() => {
    const end = ref.current
    if (!end || hasFailed || isFetching) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetchMore()
      },
      { root: end.closest('dialog'), rootMargin: AHEAD },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [hasFailed, isFetching])
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
