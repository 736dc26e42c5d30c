import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { chipClass } from '#ui/chip-class.ts'

type HistoryView = 'bets' | 'money' | 'providers'

/** Links between the histories of bets, of money, and of rounds with other providers. */
export function HistoryViews({ shown }: { shown: HistoryView }) {
  const { t } = useLingui()
  const look = (view: HistoryView) => ({
    to: '/history' as const,
    search: ({ coin }: { coin?: string | undefined }) => (view === 'bets' ? { coin } : { view, coin }),
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
      <Link {...look('providers')}>
        <Trans>Providers</Trans>
      </Link>
    </nav>
  )
}
