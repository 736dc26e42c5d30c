import { assertReceivable } from '#server/coins/assert-receivable.ts'
import type { Database } from '#server/db/tables.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { PAID_COIN, type DepositChain } from './deposit-chain.ts'
import { depositedCents } from './deposited-cents.ts'
import { createPracticeKey, depositAddressAt } from '#server/chains/extended-key.ts'

/** US cents of the smallest deposit there is. */
const LEAST_CENTS = 100n

/**
 * The address of a player on a chain, made when there is none: one for each player and chain, for ever. From
 * now on, what comes in is credited in `receives`.
 * @throws Refusal `break_active`, `limit_reached` when a deposit limit leaves no room for the least deposit,
 * `bad_request` for a coin that cannot be received
 */
export function openAddress(
  db: Database,
  { network, xpub }: Pick<DepositChain, 'network' | 'xpub'>,
  { uid, receives, now }: { readonly uid: number; readonly receives: string; readonly now: number },
): Promise<{ address: string }> {
  const { chain } = network
  const at = new Date(now)
  return db.transaction().execute(async (trx) => {
    await lockPlayer(trx, uid)
    await assertMayPlay(trx, uid, now)
    await assertWithinLimits(trx, uid, 'deposit', LEAST_CENTS, await depositedCents(trx, uid, now))
    // What comes can always stay what it is.
    if (receives !== PAID_COIN) await assertReceivable(trx, receives)
    const known = await trx
      .updateTable('deposit_address')
      .set({ receive_coin: receives, opened_at: at })
      .where('chain', '=', chain)
      .where('account_id', '=', uid)
      .returning('address')
      .executeTakeFirst()
    if (known) return known
    const key = await nextIndex(trx, chain, xpub, at)
    const address = depositAddressAt(key.xpub, key.index)
    await trx
      .insertInto('deposit_address')
      .values({
        ...{ chain, account_id: uid, address, key_id: key.id, derivation_index: key.index },
        ...{ receive_coin: receives, created_at: at, opened_at: at, searched_at: null },
      })
      .execute()
    return { address }
  })
}

/** Takes the key's next index; whoever comes at the same time waits for this transaction, so there are no gaps. */
async function nextIndex(trx: Database, chain: string, xpub: string | null, at: Date) {
  let key = await lockKey(trx, chain, xpub)
  if (!key) {
    await trx
      .insertInto('deposit_key')
      .values({ chain, xpub: xpub ?? createPracticeKey(), created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    key = await lockKey(trx, chain, xpub)
  }
  if (!key) throw new Error('The key of the deposit addresses is not there')
  await trx
    .updateTable('deposit_key')
    .set({ next_index: key.next_index + 1 })
    .where('id', '=', key.id)
    .execute()
  return { id: key.id, xpub: key.xpub, index: key.next_index }
}

const lockKey = (trx: Database, chain: string, xpub: string | null) =>
  trx
    .selectFrom('deposit_key')
    .select(['id', 'xpub', 'next_index'])
    .where('chain', '=', chain)
    .$if(xpub !== null, (query) => query.where('xpub', '=', xpub))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
