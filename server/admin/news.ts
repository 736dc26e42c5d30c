import { sql } from 'kysely'
import * as v from 'valibot'
import { NewsSchema } from '#contract/messages.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { queueNews, type NewsReader } from '#server/mail/mail-queue.ts'
import { readInput } from './json-input.ts'
import type { Verbs } from './operator-call.ts'

/** Breaks hold for all accounts that share a mailbox or wallet. For a row of `account`. */
const isOnBreak = (at: Date) => sql<boolean>`exists (
  with recursive player (id) as (
    select account.id
    union
    select other.account_id from player
    join player_way mine on mine.account_id = player.id
    join player_way other on other.way_hash = mine.way_hash
  )
  select from play_break where until > ${at}::timestamptz and account_id in (select id from player)
  union all
  -- An exclusion may outlive the account that took it.
  select from player_way way
  left join excluded_email on excluded_email.email_hash = way.way_hash
  left join excluded_wallet on excluded_wallet.address_hash = way.way_hash
  where way.account_id in (select id from player)
    and (excluded_email.until > ${at}::timestamptz or excluded_wallet.until > ${at}::timestamptz))`

const NewNewsSchema = v.strictObject(NewsSchema.entries)

export const NEWS: Verbs = {
  /**
   * To all who chose the topic and are in no break: to their inbox and devices, for which the sender asks about consent,
   * and by mail. In one transaction, so that all are told or nobody.
   */
  send: {
    isChange: true,
    async act({ db, secrets, words, now, actionId }) {
      const news = readInput(words[0], NewNewsSchema)
      const at = new Date(now)
      const { rows } = await sql<{ players: string }>`
        with told as (
          insert into message (bucket, account_id, key, at, kind, data)
          select consent.bucket, consent.account_id, ${`news/${actionId}`}, ${at}::timestamptz, 'news',
            ${JSON.stringify(news)}::jsonb
          from promotion_consent consent
          join account on account.id = consent.account_id and account.closed_at is null
          where consent.topic = ${news.topic} and consent.inbox and not ${isOnBreak(at)}
          returning bucket, account_id, id, at
        ), queued as (
          insert into push (bucket, account_id, message_id, session_id, next_try_at, give_up_at)
          select told.bucket, told.account_id, told.id, session_id, told.at, told.at + interval '2 days'
          from told join push_subscription using (bucket, account_id)
        )
        select count(*) as players from told`.execute(db)
      const players = Number(rows[0]?.players ?? 0)
      const { rows: readers } = await sql<NewsReader>`
        select account.email, account.locale
        from promotion_consent consent
        join account on account.id = consent.account_id and account.closed_at is null
        where consent.topic = ${news.topic} and consent.mail and account.email is not null and not ${isOnBreak(at)}
        order by account.id`.execute(db)
      await queueNews(db, secrets, readers, { ...news, now })
      const mails = readers.length
      if (players + mails === 0) throw new StartupError(`No player has chosen news about ${news.topic}.`)
      return { what: { ...news, players, mails }, rows: [{ players, mails, ...news }] }
    },
  },
}
