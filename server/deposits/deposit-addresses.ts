import { assertReceivable } from '#server/coins/coins.queries.ts'
import type { Database } from '#server/db/tables.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { PAID_COIN, type DepositChain } from './deposit-chain.ts'
import { depositedCents } from './deposited-cents.ts'
import { createPracticeKey, depositAddressAt } from '#server/chains/extended-key.ts'

type AddressChain = Pick<DepositChain, 'network' | 'xpub' | 'mark'>

/** Smallest possible deposit, in US cents. */
const MIN_DEPOSIT_CENTS = 100n

/**
 * Returns the player's permanent address on a chain; creates it on the first call. Deposits are credited in `receives` from
 * now on.
 * @throws Refusal `break_active`, `limit_reached` when a deposit limit leaves no room for the smallest deposit,
 * `bad_request` for a coin that cannot be received
 */
export function openAddress(
  db: Database,
  chain: AddressChain,
  { uid, receives, now }: { readonly uid: number; readonly receives: string; readonly now: number },
): Promise<{ address: string }> {
  const { chain: name } = chain.network
  const at = new Date(now)
  return db.transaction().execute(async (trx) => {
    await lockPlayer(trx, uid)
    await assertMayPlay(trx, uid, now)
    await assertWithinLimits(trx, uid, 'deposit', MIN_DEPOSIT_CENTS, await depositedCents(trx, uid, now))
    // Without conversion no check is necessary.
    if (receives !== PAID_COIN) await assertReceivable(trx, receives)
    const known = await trx
      .updateTable('deposit_address')
      .set({ receive_coin: receives, opened_at: at })
      .where('chain', '=', name)
      .where('account_id', '=', uid)
      .returning('address')
      .executeTakeFirst()
    if (known) return known
    const key = await nextIndex(trx, chain, at)
    const address = depositAddressAt(key.xpub, key.index)
    await trx
      .insertInto('deposit_address')
      .values({
        chain: name,
        account_id: uid,
        address,
        key_id: key.id,
        derivation_index: key.index,
        receive_coin: receives,
        created_at: at,
        opened_at: at,
        searched_at: null,
      })
      .execute()
    return { address }
  })
}

/** More forgotten addresses mean a wrong database. */
const MAX_SKIPPED = 10_000

/**
 * Takes the key's next index. Concurrent calls wait, so there are no gaps, except for indexes that a restored database
 * has forgotten: money may arrive there, and no other player may get them.
 */
async function nextIndex(trx: Database, { network, xpub, mark }: AddressChain, at: Date) {
  const { chain } = network
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
  const name = depositAddressAt(key.xpub, 0)
  const index = Math.max(key.next_index, (await mark?.read(name)) ?? 0)
  const skipped = index - key.next_index
  if (skipped > MAX_SKIPPED) {
    throw new Error(`The database has forgotten ${skipped} deposit addresses: is it the right one?`)
  }
  if (skipped > 0) {
    const rows = Array.from({ length: skipped }, (_, place) => {
      const derivation_index = key.next_index + place
      return {
        chain,
        address: depositAddressAt(key.xpub, derivation_index),
        key_id: key.id,
        derivation_index,
      }
    })
    await trx.insertInto('skipped_address').values(rows).execute()
  }
  await trx
    .updateTable('deposit_key')
    .set({ next_index: index + 1 })
    .where('id', '=', key.id)
    .execute()
  await mark?.keep(name, index + 1)
  return { id: key.id, xpub: key.xpub, index }
}

/** Finds a key in either form: an account key and its branch derive the same addresses. */
async function lockKey(trx: Database, chain: string, xpub: string | null) {
  const rows = await trx
    .selectFrom('deposit_key')
    .select(['id', 'xpub', 'next_index'])
    .where('chain', '=', chain)
    .orderBy('id')
    .forUpdate()
    .execute()
  const first = xpub === null ? undefined : depositAddressAt(xpub, 0)
  return rows.find((row) => first === undefined || depositAddressAt(row.xpub, 0) === first)
}
