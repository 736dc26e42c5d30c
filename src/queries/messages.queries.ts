import { useQuery } from '@tanstack/react-query'
import { getMessageSummary, listMessages } from '#contract/messages.ts'
import { useUser } from '#session/use-user.ts'
import { apiCursor } from './api-pages.ts'
import { apiQuery } from './api-query.ts'

/** The server pushes changes of it (`follow-messages.ts`). */
export const messageSummaryQuery = apiQuery(getMessageSummary, { persist: 'account' })

export const messagesQuery = apiCursor(listMessages, {
  query: {},
  next: ({ next }) => next,
  persist: 'account',
})

/** 0 until it is known, and without a log-in. */
export function useUnreadMessages(): number {
  const { uid } = useUser()
  return useQuery({ ...messageSummaryQuery, enabled: uid > 0 }).data?.unread ?? 0
}
