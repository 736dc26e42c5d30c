import { Trans, useLingui } from '@lingui/react/macro'
import { Inbox } from '#features/messages/Inbox.tsx'
import { useIsPractice } from '#queries/use-is-practice.ts'
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
        <Inbox />
      </PageFrame>
    </AccountGate>
  )
}
