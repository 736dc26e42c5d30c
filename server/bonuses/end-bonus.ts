import type { Selectable } from 'kysely'
import { attemptEach } from '#server/base/attempt-each.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { forfeitBonus } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'

const BATCH = 200

type BonusRow = Selectable<Tables['bonus']>

/**
 * Takes back the rest of a bonus at its player's wish. Idempotent; an expired bonus counts as taken back.
 * @throws Refusal `not_found`; `conflict` when all of it was released
 */
export function giveUpBonus(
  db: Database,
  { player, id, now }: { readonly player: number; readonly id: string; readonly now: number },
): Promise<void> {
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      const bonus = await trx
        .selectFrom('bonus')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', player)
        .where('status', '!=', 'declined')
        .forUpdate()
        .executeTakeFirst()
      if (!bonus) throw new Refusal('not_found', 'You have no such bonus')
      if (bonus.status === 'given_up' || bonus.status === 'expired') return
      if (bonus.status !== 'active') throw new Refusal('conflict', `The bonus is ${bonus.status}`)
      await end(trx, bonus, now)
    }),
  )
}

/**
 * Takes back the rest of every expired bonus exactly once, and returns their number.
 * @throws AggregateError after all others are taken back
 */
export async function expireBonuses(db: Database, now: number): Promise<number> {
  let expired = 0
  const failures: unknown[] = []
  for (let after = '0'; ;) {
    const due = await db
      .selectFrom('bonus')
      .select('id')
      .where('status', '=', 'active')
      .where('expires_at', '<=', new Date(now))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = due.at(-1)
    if (!last) break
    const failed = await attemptEach(due, async ({ id }) => {
      if (await repeatConflicts(() => expireOne(db, id, now))) expired += 1
    })
    failures.push(...failed)
    after = last.id
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all expired bonuses could be taken back')
  return expired
}

/** False when another process or the player was first. */
function expireOne(db: Database, id: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const bonus = await trx
      .selectFrom('bonus')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'active')
      .forUpdate()
      .executeTakeFirst()
    if (bonus) await end(trx, bonus, now)
    return bonus !== undefined
  })
}

/** The locked money is forfeited with the rest of the balance. */
export async function endBonusesOfClosed(trx: Database, player: number, now: number): Promise<void> {
  await trx
    .updateTable('bonus')
    .set({ status: 'given_up', ended_at: new Date(now) })
    .where('account_id', '=', player)
    .where('status', '=', 'active')
    .execute()
}

async function end(trx: Database, bonus: BonusRow, now: number): Promise<void> {
  const { id, account_id: player, coin } = bonus
  const amount = BigInt(bonus.amount) - BigInt(bonus.released)
  await trx
    .updateTable('bonus')
    .set({ status: bonus.expires_at.getTime() <= now ? 'expired' : 'given_up', ended_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  await postTransaction(trx, forfeitBonus({ player, coin, amount, bonus: id }), now)
}
