import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { MessageSummary } from '#contract/message-summary.ts'
import { showAppBadge } from '#lib/app-badge.ts'
import { followLive } from '#session/live.ts'
import { messagesQuery, messageSummaryQuery } from './messages.queries.ts'
import { followWhileSeen } from './while-seen.ts'

const { queryKey } = messageSummaryQuery
const SUMMARY = hashKey(queryKey)

/** Shows the count of unread messages that the server pushes, also on the icon of the installed app. */
export function followMessages(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (query.queryHash !== SUMMARY || (type !== 'updated' && type !== 'removed')) return
    showAppBadge(queryClient.getQueryData(queryKey)?.unread ?? 0)
  })
  followWhileSeen((onEnd) =>
    followLive({
      topic: 'messages',
      ask: () => queryClient.fetchQuery(messageSummaryQuery),
      onNews: (news) => showSummary(queryClient, news.at(-1)),
      onEnd,
    }),
  )
}

function showSummary(queryClient: QueryClient, told: MessageSummary | undefined): void {
  const known = queryClient.getQueryData(queryKey)
  if (!told || (known?.unread === told.unread && known.newest === told.newest)) return
  queryClient.setQueryData(queryKey, told)
  void queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey })
}
