import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { Callout } from '#ui/Callout.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

/** Why nobody can say yet whether the money goes: no answer came, or the server found something else than asked. */
export type Doubt = 'unanswered' | 'changed'

const ICON = <TriangleAlert aria-hidden size={26} />
const MONEY = { view: 'money' } as const

/** What to look at before the same is asked again. */
export function RequestDoubt({ doubt }: { doubt: Doubt | undefined }) {
  return (
    <div role="alert" className={doubt ? undefined : 'hidden'}>
      {doubt === 'unanswered' ? (
        <Callout
          tone="warning"
          icon={ICON}
          title={<Trans>Koi did not answer. Your withdrawal may have been accepted.</Trans>}
        >
          <Trans>
            Check your{' '}
            <Link to="/history" search={MONEY} className={textLinkClass}>
              money history
            </Link>{' '}
            before you try again. The same request is never accepted twice.
          </Trans>
        </Callout>
      ) : null}
      {doubt === 'changed' ? (
        <Callout tone="warning" icon={ICON} title={<Trans>Something has changed.</Trans>}>
          <Trans>
            The fee may have changed, or this withdrawal was accepted before. Check the figures above and your{' '}
            <Link to="/history" search={MONEY} className={textLinkClass}>
              money history
            </Link>
            , then confirm again.
          </Trans>
        </Callout>
      ) : null}
    </div>
  )
}
