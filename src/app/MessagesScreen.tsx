import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BellRing, ChevronRight } from 'lucide-react'
import { Inbox } from '#features/messages/Inbox.tsx'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { AccountGate } from './AccountGate.tsx'

export function MessagesScreen() {
  const { t } = useLingui()
  const isPractice = useIsPractice()
  return (
    <AccountGate title={t`Messages`} isMoney>
      <PageFrame
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            <Trans>Messages</Trans>
            {isPractice ? <PracticeTag /> : null}
          </span>
        }
        lead={<Trans>News about your account.</Trans>}
      >
        <Link to="/messages/notifications" className={listRowClass()}>
          <ListRowContent
            icon={<BellRing aria-hidden size={21} />}
            title={<Trans>Notifications</Trans>}
            subtitle={<Trans>What you are told of, where and when</Trans>}
            trailing={<ChevronRight aria-hidden size={18} />}
          />
        </Link>
        <Inbox />
      </PageFrame>
    </AccountGate>
  )
}
