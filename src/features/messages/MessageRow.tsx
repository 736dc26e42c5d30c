import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Message } from '#contract/messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'
import { UnreadDot } from '#ui/UnreadDot.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { linkOfMessage, MESSAGE_ICONS } from './message-looks.ts'
import { markRead } from './messages.actions.ts'
import { useMessageWords } from './use-message-words.ts'

/** Leads to where the player sees more, and is read from then on. */
export function MessageRow({ message: { id, at, isRead, content } }: { message: Message }) {
  const queryClient = useQueryClient()
  const { moment } = useFormat()
  const { title, detail } = useMessageWords()(content)
  const Icon = MESSAGE_ICONS[content.kind]
  const read = () => {
    if (!isRead) void markRead(queryClient, { id, isAllBefore: false }).catch(() => undefined)
  }
  return (
    <Link
      {...linkOfMessage(content)}
      className={listRowClass({ variant: 'plain' })}
      data-unread={!isRead || undefined}
      onClick={read}
    >
      <ListRowContent
        icon={<Icon aria-hidden size={20} />}
        iconTone={isRead ? 'neutral' : 'brand'}
        title={
          <Text as="span" weight={isRead ? 500 : 750} className="wrap-anywhere">
            {isRead ? null : (
              <VisuallyHidden>
                <Trans>Unread:</Trans>{' '}
              </VisuallyHidden>
            )}
            <span>{title}</span>
          </Text>
        }
        subtitle={
          <span className="grid gap-0.5 wrap-anywhere">
            {detail === undefined ? null : <span>{detail}</span>}
            <Text as="span" size={2} tone="subtle">
              <time dateTime={at}>{moment(new Date(at))}</time>
            </Text>
          </span>
        }
        trailing={isRead ? null : <UnreadDot />}
      />
    </Link>
  )
}
