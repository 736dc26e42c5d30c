import { Trans, useLingui } from '@lingui/react/macro'
import { errorMessageOf } from '#i18n/error-messages.ts'
import type { Answer } from './AnswerGate.tsx'
import { Button } from './Button.tsx'
import type { EmptyStateProps } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'

interface AnswerMissingProps extends Pick<EmptyStateProps, 'level' | 'title'> {
  query: Pick<Answer<unknown>, 'error' | 'refetch'>
  /** Where nothing went wrong: the player is offline, and nothing is kept. */
  offline: string
}

/** In a part of a page, an answer of the server that is not there and is not awaited. */
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
