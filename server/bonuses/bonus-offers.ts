import { sql } from 'kysely'
import type { DepositOffer } from '#contract/promotions.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import type { Database } from '#server/db/tables.ts'

export interface OfferedBonus {
  readonly offer: DepositOffer
  readonly coin: string
  readonly decimals: number
}

/**
 * Null when the player has used all offers. The first deposit that reaches an offer's minimum uses it up, even if the
 * player declined the bonus; only then the next offer is open.
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

/** Without a choice of the player bonuses are accepted. */
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

/** Valid for every deposit that is credited from now on. */
export async function chooseBonus(
  db: Database,
  player: number,
  { isAccepted, now }: { readonly isAccepted: boolean; readonly now: number },
): Promise<void> {
  const chosen = { is_accepted: isAccepted, chosen_at: new Date(now) }
  await db.transaction().execute(async (trx) => {
    // Waits for a deposit that is being credited: the choice is valid for all later ones.
    await lockAccount(trx, player)
    await trx
      .insertInto('bonus_choice')
      .values({ account_id: player, ...chosen })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(chosen))
      .execute()
  })
}

/** Share of the house edge in basis points that the release of a running or of an offered bonus takes at most. */
export async function largestRelease(db: Database): Promise<number> {
  const { most } = await db
    .selectFrom((from) =>
      from
        .selectFrom('bonus')
        .where('status', '=', 'active')
        .select('release_bps as bps')
        .unionAll(
          from
            .selectFrom('promotion')
            .where('offer', 'is not', null)
            .select(sql<number>`(offer ->> 'releaseBps')::integer`.as('bps')),
        )
        .as('known'),
    )
    .select(({ fn }) => fn.max('bps').as('most'))
    .executeTakeFirstOrThrow()
  return most ?? 0
}
