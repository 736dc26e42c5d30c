import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { PlayError } from '#features/play/play-error.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import { Note } from '#ui/Note.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

export function PlayProblem({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  const isLimit = error instanceof PlayError && error.code === 'limit_reached'
  return (
    <Note tone="warning" icon={<TriangleAlert aria-hidden size={16} />}>
      <span>{i18n._(playErrorMessage(error))}</span>{' '}
      {isLimit ? (
        <Link to="/responsible-play/limits" className={textLinkClass}>
          <Trans>See your limits</Trans>
        </Link>
      ) : null}
    </Note>
  )
}
