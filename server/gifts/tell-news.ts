import { sql } from 'kysely'
import type * as v from 'valibot'
import type { NewsSchema } from '#contract/messages.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { queueNews } from '#server/mail/mail-queue.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { playersInBreak } from '#server/responsible-play/play-permission.ts'

export type News = v.InferOutput<typeof NewsSchema>

interface Telling {
  readonly news: News
  /** The same twice is one message in the inbox. */
  readonly key: string
  readonly secrets: Pick<Secrets, 'encrypt'>
  readonly now: number
}

interface Told {
  /** In the inbox, and on their devices if they have chosen that: the sender asks. */
  readonly players: number
  readonly mails: number
}

/** To all who chose the topic and are in no break. Call it in a transaction, so that all are told or nobody. */
export async function tellNews(trx: Database, { news, key, secrets, now }: Telling): Promise<Told> {
  const chosen = await trx
    .selectFrom('promotion_consent as consent')
    .innerJoin('account', 'account.id', 'consent.account_id')
    .select(['account.id', 'account.email', 'account.locale', 'consent.inbox', 'consent.mail'])
    .where(sql<boolean>`consent.bucket = any(${ALL_BUCKETS}::smallint[])`)
    .where('consent.topic', '=', news.topic)
    .where('account.closed_at', 'is', null)
    .orderBy('account.id')
    .execute()
  const resting = await playersInBreak(
    trx,
    chosen.map(({ id }) => id),
    now,
  )
  const awake = chosen.filter(({ id }) => !resting.has(id))
  const told = awake.filter(({ inbox }) => inbox)
  const content = { kind: 'news', ...news } as const
  await writeMessages(
    trx,
    told.map(({ id: player }) => ({ player, key: `news/${key}`, at: new Date(now), content })),
  )
  const readers = awake.flatMap(({ email, locale, mail }) =>
    mail && email !== null ? [{ email, locale }] : [],
  )
  await queueNews(trx, secrets, readers, { ...news, now })
  return { players: told.length, mails: readers.length }
}
