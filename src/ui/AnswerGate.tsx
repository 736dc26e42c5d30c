import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

/** The part of a TanStack query that is used here. */
export interface Answer<T> {
  data: T | undefined
  error: Error | null
  failureReason: Error | null
  isFetching: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => Promise<unknown>
}

interface AnswerGateProps<T> {
  query: Answer<T>
  /** Placeholder while the answer loads; default: rows. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows the answer once it is there, and until then a placeholder or the error. */
export function AnswerGate<T>({ query, skeleton, children }: AnswerGateProps<T>) {
  const { t, i18n } = useLingui()
  if (query.data !== undefined) return children(query.data)
  if (query.fetchStatus === 'paused') {
    return (
      <EmptyState
        icon={<CloudOff aria-hidden size={26} />}
        title={t`You are offline`}
        detail={t`This page was never loaded on this device. It appears as soon as you are connected.`}
      />
    )
  }
  if (query.error) {
    return (
      <ErrorState
        title={t`This page did not load`}
        detail={i18n._(errorMessageOf(query.error))}
        action={
          <Button variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <div aria-busy>
      <span role="status" className="sr-only">
        <Trans>Loading</Trans>
      </span>
      {skeleton ?? (
        <div className="grid gap-2.5">
          <Skeleton shape="box" height="4.5rem" />
          <Skeleton shape="box" height="4.5rem" />
          <Skeleton shape="box" height="4.5rem" />
        </div>
      )}
    </div>
  )
}
