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
      ask: () => askSummary(queryClient),
      onNews: (news) => showSummary(queryClient, news.at(-1)),
      onEnd,
    }),
  )
}

const differ = (one: MessageSummary | undefined, other: MessageSummary) =>
  one?.unread !== other.unread || one.newest !== other.newest

function showSummary(queryClient: QueryClient, told: MessageSummary | undefined): void {
  if (!told || !differ(queryClient.getQueryData(queryKey), told)) return
  queryClient.setQueryData(queryKey, told)
  void queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey })
}

/** Without a stream. The list follows as it does with one, which will tell nothing that is known by then. */
async function askSummary(queryClient: QueryClient): Promise<void> {
  const known = queryClient.getQueryData(queryKey)
  const told = await queryClient.fetchQuery({ ...messageSummaryQuery, staleTime: 0 })
  if (known && differ(known, told)) void queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey })
}
