import { Trans, useLingui } from '@lingui/react/macro'
import { errorMessageOf } from '#i18n/error-messages.ts'
import type { Answer } from './AnswerGate.tsx'
import { Button } from './Button.tsx'
import type { EmptyStateProps } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'

interface AnswerMissingProps extends Pick<EmptyStateProps, 'level' | 'title'> {
  query: Pick<Answer<unknown>, 'error' | 'refetch'>
  /** Text for a player who is offline and has no stored answer. */
  offline: string
}

/** Stands in a part of a page whose answer is missing and not loading. */
export function AnswerMissing({ query, offline, ...rest }: AnswerMissingProps) {
  const { i18n } = useLingui()
  return (
    <ErrorState
      {...rest}
      detail={query.error === null ? offline : i18n._(errorMessageOf(query.error))}
      action={
        <Button variant="secondary" onClick={() => void query.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
