import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getToday } from '#contract/operator/today.ts'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { usePath } from '#operator/parts/use-address.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { useMay } from '#operator/session/session.ts'
import { CountBadge } from '#ui/CountBadge.tsx'
import { consoleClass } from '#ui/console/console-class.ts'
import { MENU } from './menu-entries.ts'

/** Often enough to see that something waits. */
const COUNTED_EVERY_MS = 60_000

interface MenuProps {
  onChosen?: () => void
}

export function Menu({ onChosen }: MenuProps) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const path = usePath()
  const { data } = useQuery({
    ...operatorQuery(getToday),
    staleTime: COUNTED_EVERY_MS,
    refetchInterval: COUNTED_EVERY_MS,
  })
  const waiting: Partial<Record<string, number>> = {
    '/withdrawals': data?.withdrawals.inReview ?? 0,
    '/proposals': data?.proposals ?? 0,
  }
  return (
    <nav aria-label={t`Menu`}>
      <ul className="grid gap-0.5">
        {MENU.filter((entry) => may(entry.may)).map(({ to, name, icon: Icon }) => {
          const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
          return (
            <li key={to}>
              <PageLink
                to={to}
                className={consoleClass.entry}
                aria-current={isHere ? 'page' : undefined}
                onClick={onChosen}
              >
                <Icon aria-hidden size={18} />
                <span className="flex-1 min-w-0">{i18n._(name)}</span>
                <CountBadge count={waiting[to] ?? 0} />
              </PageLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
