import { sql } from 'kysely'
import * as v from 'valibot'
import { NewsSchema } from '#contract/messages.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { queueNews } from '#server/mail/mail-queue.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { playersInBreak } from '#server/responsible-play/play-permission.ts'
import { readInput } from './json-input.ts'
import type { Verbs } from './operator-call.ts'

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
      const chosen = await db
        .selectFrom('promotion_consent as consent')
        .innerJoin('account', 'account.id', 'consent.account_id')
        .select(['account.id', 'account.email', 'account.locale', 'consent.inbox', 'consent.mail'])
        .where(sql<boolean>`consent.bucket = any(${ALL_BUCKETS}::smallint[])`)
        .where('consent.topic', '=', news.topic)
        .where('account.closed_at', 'is', null)
        .orderBy('account.id')
        .execute()
      const resting = await playersInBreak(
        db,
        chosen.map(({ id }) => id),
        now,
      )
      const awake = chosen.filter(({ id }) => !resting.has(id))
      const told = awake.filter(({ inbox }) => inbox)
      const content = { kind: 'news', ...news } as const
      await writeMessages(
        db,
        told.map(({ id: player }) => ({ player, key: `news/${actionId}`, at, content })),
      )
      const readers = awake.flatMap(({ email, locale, mail }) =>
        mail && email !== null ? [{ email, locale }] : [],
      )
      await queueNews(db, secrets, readers, { ...news, now })
      const [players, mails] = [told.length, readers.length]
      if (players + mails === 0) throw new StartupError(`No player has chosen news about ${news.topic}.`)
      return { what: { ...news, players, mails }, rows: [{ players, mails, ...news }] }
    },
  },
}
