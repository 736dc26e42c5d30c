import * as contract from '#contract/messages.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { listMessagesOf, readSummary } from './messages.queries.ts'
import { markRead } from './read-messages.ts'

interface MessageServices {
  readonly db: Database
  readonly feed: Pick<Feed, 'publish'>
  readonly clock: Clock
}

export function messageEndpoints({ db, feed, clock }: MessageServices): Served[] {
  return [
    served(contract.listMessages, {
      handle: ({ query }, { session: { uid } }) => listMessagesOf(db, uid, query.after),
    }),

    served(contract.getMessageSummary, { handle: (_, { session: { uid } }) => readSummary(db, uid) }),

    served(contract.readMessages, {
      async handle({ body }, { session: { uid } }) {
        const hasChanged = await markRead(db, { player: uid, ...body, now: clock() })
        if (hasChanged) tellPlayers(feed, 'messages', [uid])
        return readSummary(db, uid)
      },
    }),
  ]
}
