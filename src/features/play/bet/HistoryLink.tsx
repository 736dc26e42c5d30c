import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, History } from 'lucide-react'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import type { PastBet } from '#features/play/play-engine.ts'

export function HistoryLink({ bet: { coin, symbol, isDemo } }: { bet: PastBet }) {
  return (
    <Link to="/history" search={{ coin }} replace className={listRowClass()}>
      <ListRowContent
        icon={<History aria-hidden size={21} />}
        title={<Trans>Full history</Trans>}
        subtitle={
          isDemo ? (
            <Trans>Every demo bet made on this device</Trans>
          ) : (
            <Trans>Every bet made with {symbol}</Trans>
          )
        }
        trailing={<ChevronRight aria-hidden size={18} />}
      />
    </Link>
  )
}
