import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { errorMessageOf } from '#i18n/error-messages.ts'
import type { Answer } from './answer.ts'
import { Button } from './Button.tsx'
import type { EmptyStateProps } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Note } from './Note.tsx'

export interface MissingPart extends Pick<EmptyStateProps, 'level' | 'title'> {
  /** Sentence for a player who is offline and has no stored answer. */
  offline: string
}

interface AnswerMissingProps extends MissingPart {
  query: Pick<Answer<unknown>, 'error' | 'refetch'>
}

/**
 * Stands in a part of a page whose answer is missing and not loading. Offline it is one line: the page says so above,
 * and the answer is asked for as soon as there is a connection.
 */
export function AnswerMissing({ query, offline, ...rest }: AnswerMissingProps) {
  const { i18n } = useLingui()
  if (query.error === null) return <Note icon={<CloudOff aria-hidden size={16} />}>{offline}</Note>
  return (
    <ErrorState
      {...rest}
      detail={i18n._(errorMessageOf(query.error))}
      action={
        <Button variant="secondary" onClick={() => void query.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
