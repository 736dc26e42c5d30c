import { sql } from 'kysely'
import * as v from 'valibot'
import { NewsSchema } from '#contract/messages.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { readInput } from './json-input.ts'
import type { Verbs } from './operator-call.ts'

const NewNewsSchema = v.strictObject(NewsSchema.entries)

export const NEWS: Verbs = {
  /**
   * To all who chose the topic for their inbox and are in no break, and to their devices, for which the sender asks about
   * consent. In one statement, so that all are told or nobody.
   */
  send: {
    isChange: true,
    async act({ db, words, now, actionId }) {
      const news = readInput(words[0], NewNewsSchema)
      const at = new Date(now)
      const { rows } = await sql<{ players: string }>`
        with told as (
          insert into message (bucket, account_id, key, at, kind, data)
          select consent.bucket, consent.account_id, ${`news/${actionId}`}, ${at}::timestamptz, 'news',
            ${JSON.stringify(news)}::jsonb
          from promotion_consent consent
          join account on account.id = consent.account_id and account.closed_at is null
          where consent.topic = ${news.topic} and consent.inbox and not exists (
            -- Breaks hold for all accounts that share a mailbox or wallet.
            with recursive player (id) as (
              select account.id
              union
              select other.account_id from player
              join player_way mine on mine.account_id = player.id
              join player_way other on other.way_hash = mine.way_hash
            )
            select from play_break where until > ${at}::timestamptz and account_id in (select id from player)
            union all
            select from player_way way
            left join excluded_email on excluded_email.email_hash = way.way_hash
            left join excluded_wallet on excluded_wallet.address_hash = way.way_hash
            where way.account_id in (select id from player)
              and (excluded_email.until > ${at}::timestamptz or excluded_wallet.until > ${at}::timestamptz))
          returning bucket, account_id, id, at
        ), queued as (
          insert into push (bucket, account_id, message_id, session_id, next_try_at, give_up_at)
          select told.bucket, told.account_id, told.id, session_id, told.at, told.at + interval '2 days'
          from told join push_subscription using (bucket, account_id)
        )
        select count(*) as players from told`.execute(db)
      const players = Number(rows[0]?.players ?? 0)
      if (players === 0) throw new StartupError(`No player has chosen news about ${news.topic}.`)
      return { what: { ...news, players }, rows: [{ players, ...news }] }
    },
  },
}
