import { sql } from 'kysely'
import { LEVEL_2_XP } from '#rules/rewards/level.ts'
import { attemptEach } from '#server/base/attempt-each.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import { readClaimable } from './claimable.ts'
import { coinOfRewards } from './rewards.queries.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Tells players who have played since yesterday of a level gift that is ready: once for each gift, whatever level it
 * grows to. Players in a break are not told. @returns their number
 * @throws AggregateError after all others are told
 */
export async function tellOfGifts(db: Database, config: RewardsConfig, now: number): Promise<number> {
  const since = new Date(now - DAY_MS).toISOString().slice(0, 10)
  const { rows } = await sql<{ player: number; paid: string }>`
    select distinct played.account_id as player, coalesce(last.edge_to, 0)::text as paid
    from play_day played
    join play_account account using (bucket, account_id)
    left join lateral (
      select edge_to, level from reward
      where bucket = played.bucket and reward.account_id = played.account_id and kind = 'level-gift'
      order by id desc limit 1
    ) last on true
    where played.bucket = any(${ALL_BUCKETS}::smallint[]) and played.day >= ${since}::date
      and account.closed_at is null
      and account.wagered >= ${String(LEVEL_2_XP)}::numeric * coalesce(last.level, 1)::numeric ^ 2 * 100000000
      and not exists (
        select from message where bucket = played.bucket and message.account_id = played.account_id
          and key = 'level-gift/' || coalesce(last.edge_to, 0))`.execute(db)
  let told = 0
  const failures = await attemptEach(rows, async ({ player, paid }) => {
    const { refusal } = await readPlayPermission(db, player, now)
    if (refusal === null && (await tellOne(db, config, { player, key: `level-gift/${paid}`, now }))) told += 1
  })
  if (failures.length > 0) throw new AggregateError(failures, 'Not all players could be told of their gifts')
  return told
}

interface Gift {
  readonly player: number
  readonly key: string
  readonly now: number
}

/** The lock waits for a claim, or for a closing of the account. */
function tellOne(db: Database, config: RewardsConfig, { player, key, now }: Gift): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select('id')
      .where('id', '=', player)
      .where('closed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) return false
    const { id: coin, decimals } = await coinOfRewards(trx, config)
    const gift = await readClaimable(trx, player, { kind: 'level-gift', config, decimals, now })
    if (gift.giftLevel === null || gift.amount <= 0n || key !== `level-gift/${gift.from}`) return false
    const amount = toDecimal(gift.amount, decimals)
    const content = { kind: 'level-gift', level: gift.giftLevel, coin, amount } as const
    await writeMessages(trx, [{ player, key, at: new Date(now), content }])
    return true
  })
}
