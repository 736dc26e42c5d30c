import { sql } from 'kysely'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'

const SOON_MS = 3 * 24 * 60 * 60_000
const BATCH = 200

/** Once for each bonus that ends soon. Players in a break are not told: it would ask them to play. */
export async function tellOfEndingBonuses(db: Database, now: number): Promise<void> {
  for (let after = '0'; ;) {
    const ending = await db
      .selectFrom('bonus')
      .innerJoin('coin', 'coin.id', 'bonus.coin')
      .select(['bonus.id', 'bonus.account_id', 'coin.decimals'])
      .where('bonus.status', '=', 'active')
      .where('bonus.expires_at', '>', new Date(now))
      .where('bonus.expires_at', '<=', new Date(now + SOON_MS))
      .where('bonus.id', '>', after)
      .where(
        sql<boolean>`not exists (
          select from message where bucket = bonus.account_id % 64 and message.account_id = bonus.account_id
            and key = 'bonus/' || bonus.id || '/ending')`,
      )
      .orderBy('bonus.id')
      .limit(BATCH)
      .execute()
    const last = ending.at(-1)
    if (!last) return
    for (const { id, account_id: player, decimals } of ending) {
      // A break of a closed account goes on for its mailbox and wallets.
      const { refusal } = await readPlayPermission(db, player, now)
      if (refusal === null) await tellOne(db, { id, decimals, now })
    }
    after = last.id
  }
}

/** The lock waits for a bet, a wish or a closing that ends the bonus: nobody is told that an ended bonus ends. */
function tellOne(
  db: Database,
  { id, decimals, now }: { readonly id: string; readonly decimals: number; readonly now: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const bonus = await trx
      .selectFrom('bonus')
      .select(['account_id', 'coin', 'amount', 'released', 'expires_at'])
      .where('id', '=', id)
      .where('status', '=', 'active')
      .forShare()
      .executeTakeFirst()
    if (!bonus) return
    const { account_id: player, coin, amount, released, expires_at } = bonus
    const locked = toDecimal(BigInt(amount) - BigInt(released), decimals)
    const content = {
      kind: 'bonus-ending',
      bonus: id,
      coin,
      locked,
      expiresAt: expires_at.toISOString(),
    } as const
    await writeMessages(trx, [{ player, key: `bonus/${id}/ending`, at: new Date(now), content }])
  })
}
