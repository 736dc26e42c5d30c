import type { Insertable } from 'kysely'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { usdOf } from '#server/coins/convert-at.ts'
import type { Rates } from '#server/rates/rates.ts'
import { accountsOfPlayer } from '#server/responsible-play/player-ways.ts'
import { AWAITED_MS, FOLLOWED_MS, isUnsettled } from './intent-groups.ts'
import { MINIMUM } from './deposit-amounts.ts'
import { PAID_COIN } from './deposit-chain.ts'

/** A practice transfer is recorded in the next round. */
const UNSEEN_MS = 24 * 60 * 60_000

/** Two intents of a player with equal values here are the same order. */
const ORDER = ['chain', 'sender', 'coin', 'amount', 'receive_coin'] as const
type Order = Pick<Insertable<Tables['deposit_intent']>, (typeof ORDER)[number]>
export const isSameOrder = (one: Order, another: Order) => ORDER.every((name) => one[name] === another[name])

interface Asked {
  readonly uid: number
  readonly now: number
  /** A repeated order: its waiting intents are not counted twice. */
  readonly order?: Order
}

/**
 * US cents of the player's pending deposits, over all accounts, so that they cannot pass a limit in parts. Call it under
 * the player's lock.
 */
export async function openCents(
  trx: Database,
  rates: Pick<Rates, 'convert'>,
  { uid, now, order }: Asked,
): Promise<bigint> {
  const uids = await accountsOfPlayer(trx, uid)
  const open = [
    ...(await openIntents(trx, uids, { uid, now, ...(order && { order }) })),
    ...(await openTransfers(trx, uids)),
    ...(await unseenTransfers(trx, uids, now)),
  ]
  let cents = 0n
  for (const { coin, amount } of open) {
    if (coin === null || amount === null) continue
    cents += await worthInCents(trx, rates, { coin, amount: BigInt(amount) })
  }
  return cents
}

export async function worthInCents(
  trx: Database,
  rates: Pick<Rates, 'convert'>,
  { coin, amount }: { readonly coin: string; readonly amount: bigint },
): Promise<bigint> {
  const { from } = await rates.convert(trx, { amount, from: coin, to: coin })
  return usdOf(amount, from)
}

const openIntents = (trx: Database, uids: readonly number[], { uid, now, order }: Asked) =>
  trx
    .selectFrom('deposit_intent')
    .select(['coin', ({ fn }) => fn.sum<string>('amount').as('amount')])
    .where('account_id', 'in', uids)
    .where((where) =>
      where.or([
        where.and([
          where('status', '=', 'waiting'),
          where('created_at', '>', new Date(now - AWAITED_MS)),
          ...(order
            ? [
                where.not(
                  where.and([
                    where('account_id', '=', uid),
                    ...ORDER.map((name) => where(name, '=', order[name])),
                  ]),
                ),
              ]
            : []),
        ]),
        where.and([
          where('status', 'in', ['sent', 'seen', 'unanswered']),
          where('sent_at', '>', new Date(now - FOLLOWED_MS)),
        ]),
      ]),
    )
    .where(isUnsettled)
    .groupBy('coin')
    .execute()

/** Transfers to the player's own address. Transfers from wallets have intents. */
const openTransfers = (trx: Database, uids: readonly number[]) =>
  trx
    .selectFrom('deposit')
    .select(['coin', ({ fn }) => fn.sum<string>('amount').as('amount')])
    .where('account_id', 'in', uids)
    .where('status', 'in', ['confirming', 'confirmed'])
    .where('chain', 'not like', 'evm-%')
    .groupBy('coin')
    .execute()

async function unseenTransfers(trx: Database, uids: readonly number[], now: number) {
  const rows = await trx
    .selectFrom('practice_transfer as sent')
    .innerJoin('deposit_address as own', (join) =>
      join.onRef('own.chain', '=', 'sent.chain').onRef('own.address', '=', 'sent.recipient'),
    )
    .select(({ fn }) => fn.sum<string | null>('sent.amount').as('amount'))
    .where('own.account_id', 'in', uids)
    .where('sent.contract', '=', TRON_NETWORKS.practice.usdtContract)
    .where('sent.amount', '>=', String(MINIMUM))
    .where('sent.block_at', '>', new Date(now - UNSEEN_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposit')
            .select('deposit.id')
            .whereRef('deposit.chain', '=', 'sent.chain')
            .whereRef('deposit.tx_id', '=', 'sent.tx_id')
            .whereRef('deposit.log_index', '=', 'sent.log_index'),
        ),
      ),
    )
    .execute()
  return rows.map(({ amount }) => ({ coin: PAID_COIN, amount }))
}
