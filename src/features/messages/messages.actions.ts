import type { QueryClient } from '@tanstack/react-query'
import { readMessages, type Message } from '#contract/messages.ts'
import { messagesQuery, messageSummaryQuery } from '#queries/messages.queries.ts'
import { api } from '#session/api.ts'

/**
 * Marks a message as read, and with `isAllBefore` all older ones. Shown at once; the server's answer, or its absence,
 * sets it right.
 */
export async function markRead(
  queryClient: QueryClient,
  { id, isAllBefore }: { readonly id: string; readonly isAllBefore: boolean },
): Promise<void> {
  const isMeant = (message: Message) => (isAllBefore ? BigInt(message.id) <= BigInt(id) : message.id === id)
  queryClient.setQueryData(messagesQuery.queryKey, (known) =>
    known === undefined
      ? known
      : {
          ...known,
          pages: known.pages.map(({ messages, next }) => ({
            messages: messages.map((message) => (isMeant(message) ? { ...message, isRead: true } : message)),
            next,
          })),
        },
  )
  try {
    const summary = await api.call(readMessages, { body: { id, isAllBefore } })
    queryClient.setQueryData(messageSummaryQuery.queryKey, summary)
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey })
    throw error
  }
}
