import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { PlayLimit } from '#contract/responsible-play.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { RaiseNote } from './RaiseNote.tsx'
import { PERIOD_NAMES } from './limit-names.ts'

/** One limit: what holds, and what was asked for instead. */
export function LimitRow({ limit, canRaise }: { limit: PlayLimit; canRaise: boolean }) {
  const { i18n } = useLingui()
  const { usd } = useFormat()
  const { kind, period, amount } = limit
  return (
    <li className="grid gap-2" data-testid={`limit-${kind}-${period}`}>
      <Link
        to="/responsible-play/limits"
        search={{ limit: `${kind}-${period}` }}
        state={{ openedPanel: true }}
        resetScroll={false}
        aria-haspopup="dialog"
        className={listRowClass()}
      >
        <ListRowContent
          title={i18n._(PERIOD_NAMES[period])}
          trailing={amount === null ? <Trans>No limit</Trans> : <span className="num">{usd(amount)}</span>}
          chevron
        />
      </Link>
      {limit.raise ? <RaiseNote limit={limit} raise={limit.raise} canRaise={canRaise} /> : null}
    </li>
  )
}
