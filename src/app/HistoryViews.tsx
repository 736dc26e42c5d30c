import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { chipClass } from '#ui/chip-class.ts'

/** Links between the histories of bets and of money. */
export function HistoryViews({ shown }: { shown: 'bets' | 'money' }) {
  const { t } = useLingui()
  const look = (view: 'bets' | 'money') => ({
    to: '/history' as const,
    search: ({ coin }: { coin?: string | undefined }) => (view === 'money' ? { view, coin } : { coin }),
    replace: true,
    className: chipClass(shown === view),
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': shown === view ? ('page' as const) : undefined,
  })
  return (
    <nav aria-label={t`History of`} className="flex flex-wrap gap-2">
      <Link {...look('bets')}>
        <Trans>Bets</Trans>
      </Link>
      <Link {...look('money')}>
        <Trans>Money</Trans>
      </Link>
    </nav>
  )
}
