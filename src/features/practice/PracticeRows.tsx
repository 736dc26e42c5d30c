import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Mail, Wallet } from 'lucide-react'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { askPlayer } from './practice-request.ts'
import { showRequests } from './show-requests.tsx'

/** Settings that only exist in practice mode. */
export function PracticeRows({ hasMail }: { hasMail: boolean }) {
  const look = async () => {
    await showRequests()
    await askPlayer({ kind: 'look' })
  }
  return (
    <>
      {hasMail ? (
        <Link to="/practice-mail" className={listRowClass()}>
          <ListRowContent
            icon={<Mail aria-hidden size={21} />}
            title={<Trans>Practice mail</Trans>}
            subtitle={<Trans>The mail this server would send you</Trans>}
            trailing={<ChevronRight aria-hidden size={18} />}
          />
        </Link>
      ) : null}
      <ListRow
        icon={<Wallet aria-hidden size={21} />}
        title={<Trans>Practice wallet</Trans>}
        subtitle={<Trans>See its balance and key, or get a new key</Trans>}
        chevron
        onClick={() => void look()}
      />
    </>
  )
}
