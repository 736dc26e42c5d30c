import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

export function NoPage() {
  const { t } = useLingui()
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        level={1}
        icon={<SearchX aria-hidden size={26} />}
        title={t`There is no such page`}
        detail={t`The address is mistyped, or the page has moved.`}
        action={
          <PageLink to="/" className={buttonClass({ variant: 'secondary' })}>
            <Trans>To today</Trans>
          </PageLink>
        }
      />
    </main>
  )
}
