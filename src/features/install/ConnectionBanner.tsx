import { Trans } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { connection } from '#api/connection.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ageOf } from '#lib/age.ts'
import { useStore } from '#lib/use-store.ts'
import { PERSIST_MAX_AGE_MS } from '#queries/api-query.ts'
import { Banner } from '#ui/Banner.tsx'

const BACK_ONLINE_MS = 3_000

/** Says that the server is slow or cannot be reached, and how old the shown data is; then, briefly, that it is back. */
export function ConnectionBanner() {
  const { moment } = useFormat()
  const client = useQueryClient()
  const now = useStore(connection)
  const [before, setBefore] = useState(now)
  const [isBack, setIsBack] = useState(false)
  if (now !== before) {
    setBefore(now)
    setIsBack(before === 'offline' && now === 'online')
  }
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setIsBack(false), BACK_ONLINE_MS)
    return () => clearTimeout(timer)
  }, [isBack])

  if (now === 'online') {
    return isBack ? (
      <Banner tone="info">
        <Trans>Back online.</Trans>
      </Banner>
    ) : null
  }
  if (now === 'slow') {
    return (
      <Banner tone="offline" icon={<Hourglass aria-hidden size={17} />}>
        <Trans>Koi is slow to answer.</Trans>
      </Banner>
    )
  }
  const savedAt = newestSavedAt(client)
  const time = savedAt && moment(savedAt)
  return (
    <Banner tone="offline">
      {time ? (
        <Trans>You’re offline. Last saved: {time}.</Trans>
      ) : (
        <Trans>You’re offline, and nothing saved is recent enough to show.</Trans>
      )}
    </Banner>
  )
}

/** Time of the newest persisted answer; `undefined` if none is younger than 24 h. */
export function newestSavedAt(client: QueryClient, now = Date.now()): Date | undefined {
  const times = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.meta?.persist !== undefined && query.state.data !== undefined)
    .map((query) => query.state.dataUpdatedAt)
    .filter((updatedAt) => ageOf(updatedAt, now) <= PERSIST_MAX_AGE_MS)
  const newest = Math.max(0, ...times)
  return newest > 0 ? new Date(newest) : undefined
}
