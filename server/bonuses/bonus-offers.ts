import { sql } from 'kysely'
import type { DepositOffer } from '#contract/promotions.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import type { Database } from '#server/db/tables.ts'

export interface OfferedBonus {
  readonly offer: DepositOffer
  /** Coin that the bonus is credited in, and the decimals of its smallest unit. */
  readonly coin: string
  readonly decimals: number
}

/**
 * What the player's next deposit is offered at `now`; null when there is no more. An offer is used up by the
 * first deposit that is worth enough, whether the player wants the bonus or not, and only then comes the next.
 */
export async function nextOffer(db: Database, player: number, now: number): Promise<OfferedBonus | null> {
  const { used } = await db
    .selectFrom('bonus')
    .select(({ fn }) => fn.max('ordinal').as('used'))
    .where('account_id', '=', player)
    .executeTakeFirstOrThrow()
  const at = new Date(now)
  const row = await db
    .selectFrom('promotion')
    .innerJoin('coin', (join) => join.on('coin.symbol', '=', sql<string>`promotion.offer ->> 'coin'`))
    .select(['promotion.offer', 'coin.id as coin', 'coin.decimals'])
    .where(sql`promotion.offer ->> 'ordinal'`, '=', String(Number(used ?? 0) + 1))
    .where('promotion.starts_at', '<=', at)
    .where((where) => where.or([where('promotion.ends_at', 'is', null), where('promotion.ends_at', '>', at)]))
    .orderBy('promotion.position')
    .orderBy('coin.position')
    .limit(1)
    .executeTakeFirst()
  return row?.offer ? { offer: row.offer, coin: row.coin, decimals: row.decimals } : null
}

/** Whether the player wants bonuses, and whether that is his own word: as long as he says nothing, he does. */
export async function readBonusChoice(
  db: Database,
  player: number,
): Promise<{ readonly isAccepted: boolean; readonly isChosen: boolean }> {
  const row = await db
    .selectFrom('bonus_choice')
    .select('is_accepted')
    .where('account_id', '=', player)
    .executeTakeFirst()
  return { isAccepted: row?.is_accepted ?? true, isChosen: row !== undefined }
}

/** Holds for every deposit that is credited from now on. */
export async function chooseBonus(
  db: Database,
  player: number,
  { isAccepted, now }: { readonly isAccepted: boolean; readonly now: number },
): Promise<void> {
  const chosen = { is_accepted: isAccepted, chosen_at: new Date(now) }
  await db.transaction().execute(async (trx) => {
    // Takes turns with a deposit that is being credited: what was answered holds for every later one.
    await lockAccount(trx, player)
    await trx
      .insertInto('bonus_choice')
      .values({ account_id: player, ...chosen })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(chosen))
      .execute()
  })
}
