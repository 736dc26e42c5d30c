import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessageOf } from '#i18n/error-messages.ts'
import type { Answer } from './answer.ts'
import { AnswerMissing, type MissingPart } from './AnswerMissing.tsx'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

interface AnswerGateProps<T> {
  query: Answer<T>
  /** Placeholder while the answer loads; default: rows. */
  skeleton?: ReactNode
  /** For a part of a page: what it says if its answer is missing. */
  part?: MissingPart
  children: (data: T) => ReactNode
}

/** Shows the answer once it is there, and until then a placeholder or the error. */
export function AnswerGate<T>({ query, skeleton, part, children }: AnswerGateProps<T>) {
  const { t, i18n } = useLingui()
  if (query.data !== undefined) return children(query.data)
  const isPaused = query.fetchStatus === 'paused'
  if (part && (isPaused || query.error)) return <AnswerMissing query={query} {...part} />
  if (isPaused) {
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
