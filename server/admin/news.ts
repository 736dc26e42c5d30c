import { sql } from 'kysely'
import * as v from 'valibot'
import { NewsSchema } from '#contract/messages.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { readInput } from './json-input.ts'
import type { Verbs } from './operator-call.ts'

/** Lists of buckets let the query use indexes that begin with the bucket. */
const EVERY_BUCKET = Array.from({ length: BUCKETS }, (_, bucket) => bucket)

const NewNewsSchema = v.strictObject(NewsSchema.entries)

export const NEWS: Verbs = {
  /** To all who chose its topic and are in no break. The key keeps a message from being sent twice. */
  send: {
    isChange: true,
    async act({ db, words, now, actionId }) {
      const news = readInput(words[0], NewNewsSchema)
      const at = new Date(now)
      const { numAffectedRows = 0n } = await sql`
        insert into message (bucket, account_id, key, at, kind, data)
        select consent.bucket, account.id, ${`news/${actionId}`}, ${at}, 'news', ${JSON.stringify(news)}::jsonb
        from promotion_consent consent
        join account on account.id = consent.account_id
        where consent.bucket = any(${EVERY_BUCKET}::smallint[]) and consent.topic = ${news.topic} and consent.inbox
          and closed_at is null and not exists (
          -- Breaks hold for all accounts that share a mailbox or wallet.
          with recursive player (id) as (
            select account.id
            union
            select other.account_id from player
            join player_way mine on mine.account_id = player.id
            join player_way other on other.way_hash = mine.way_hash
          )
          select from play_break where until > ${at} and account_id in (select id from player))`.execute(db)
      if (numAffectedRows === 0n) throw new StartupError('No player has chosen messages of this topic.')
      const players = Number(numAffectedRows)
      return { what: { ...news, players }, rows: [{ players, ...news }] }
    },
  },
}
