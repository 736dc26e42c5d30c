import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, MailOpen } from 'lucide-react'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { messagesQuery, useUnreadMessages } from '#queries/messages.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { toast } from '#ui/toast.ts'
import { markRead } from './messages.actions.ts'
import { MessageRow } from './MessageRow.tsx'

/** The player's messages, newest first. Loads more as the page scrolls. */
export function Inbox() {
  const { t } = useLingui()
  const query = useInfiniteQuery(messagesQuery)
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <div className="grid grid-cols-1 gap-3">
      <AnswerGate query={query}>
        {() =>
          messages.length === 0 ? (
            <EmptyState
              icon={<MailOpen aria-hidden size={26} />}
              title={t`No messages`}
              detail={
                <Trans>
                  Deposits, withdrawals, log-ins from new devices, changed limits and the end of bonuses are
                  told here.
                </Trans>
              }
            />
          ) : (
            <>
              <ReadAll newest={messages[0]?.id} />
              <PagedList pages={query} end={<Trans>Messages are kept for 90 days.</Trans>}>
                <ul className="grid grid-cols-1 gap-0.5 -mx-3">
                  {messages.map((message) => (
                    <li key={message.id}>
                      <MessageRow message={message} />
                    </li>
                  ))}
                </ul>
              </PagedList>
            </>
          )
        }
      </AnswerGate>
    </div>
  )
}

/** Newer ones than the list shows stay unread. */
function ReadAll({ newest }: { newest: string | undefined }) {
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  const unread = useUnreadMessages()
  const action = useAction({
    run: (id: string) => markRead(queryClient, { id, isAllBefore: true }),
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
  if (newest === undefined) return null
  return (
    <div className="min-h-11">
      {unread === 0 ? null : (
        <Button variant="secondary" size="sm" loading={action.isRunning} onClick={() => action.run(newest)}>
          <CheckCheck aria-hidden size={17} />
          <Trans>Mark all as read</Trans>
        </Button>
      )}
    </div>
  )
}
