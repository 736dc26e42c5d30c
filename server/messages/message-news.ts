import type { PlayerTopic } from '#server/feed/player-news.ts'
import { readSummaries } from './messages.queries.ts'

/** The signer tells nobody of its messages. That is why players with an open withdrawal are asked about. */
export const MESSAGE_NEWS: PlayerTopic<'messages'> = {
  askEveryMs: 2_000,
  async read(db, players) {
    const summaries = await readSummaries(db, players)
    return summaries.map(({ player, unread, newest, hasOpenWithdrawal }) => ({
      player,
      id: 'summary',
      item: { unread, newest },
      isUnderWay: hasOpenWithdrawal,
    }))
  },
}
