import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ListEnd } from '#ui/ListEnd.tsx'
import { useNearEnd } from '#ui/use-near-end.ts'
import type { ProviderGamesList } from './use-provider-games.ts'

/** Height of the end of the grid in which the next page is loaded: more than a hard fling passes meanwhile. */
const AHEAD_PX = 3_000

/** Stands below the grid: loads the next page, or says why it cannot. */
export function ProviderGamesEnd({ list }: { list: ProviderGamesList }) {
  const { t } = useLingui()
  const endRef = useRef<HTMLDivElement>(null)
  useNearEnd(endRef, { isHeld: list.isHeld, onNear: list.loadMore })
  switch (list.state) {
    case 'loading':
      return null
    case 'offline':
      return (
        <div className="px-4 pt-4">
          <Banner inset tone="offline">
            <Trans>You are offline. More games of other providers may appear when you are connected.</Trans>
          </Banner>
        </div>
      )
    case 'failed':
      return (
        <div className="px-4 pt-4">
          <Banner
            inset
            tone="warning"
            action={
              <Button variant="secondary" size="sm" onClick={list.loadMore}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            {t`The games of other providers did not load.`}
          </Banner>
        </div>
      )
    case 'ready':
      if (!list.hasMore) return null
      return (
        <div className="relative">
          <div
            ref={endRef}
            aria-hidden
            className="absolute inset-x-0 bottom-0 pointer-events-none"
            style={{ height: AHEAD_PX }}
          />
          <ListEnd hasMore isFailed={list.isMoreFailed} onMore={list.loadMore}>
            {null}
          </ListEnd>
        </div>
      )
  }
}
