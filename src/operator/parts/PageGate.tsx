import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#api/api-error.ts'
import { operatorMessageOf } from '#i18n/operator-answers.ts'
import type { Answer } from '#ui/answer.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { consoleClass } from '#ui/console/console-class.ts'

interface PageGateProps<T> {
  query: Answer<T>
  /** Rows of the placeholder. */
  rows?: number
  children: (data: T) => ReactNode
}

/** The answer, or why there is no answer. A placeholder shows only when it takes longer than a moment. */
export function PageGate<T>({ query, rows = 8, children }: PageGateProps<T>) {
  const { t, i18n } = useLingui()
  const { data, error } = query
  if (data !== undefined) return children(data)
  if (error instanceof ApiError && error.code === 'forbidden') {
    return (
      <div role="alert">
        <EmptyState
          icon={<Lock aria-hidden size={26} />}
          title={t`Not for your role`}
          detail={i18n._(operatorMessageOf(error))}
        />
      </div>
    )
  }
  if (error) {
    return (
      <ErrorState
        title={t`This did not load`}
        detail={i18n._(operatorMessageOf(error))}
        action={
          <Button variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <div aria-busy className={consoleClass.late}>
      <span role="status" className="sr-only">
        <Trans>Loading</Trans>
      </span>
      <div className="grid gap-2">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} shape="box" height="2.5rem" />
        ))}
      </div>
    </div>
  )
}
