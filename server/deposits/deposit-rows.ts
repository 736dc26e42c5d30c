import type { Selectable } from 'kysely'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { EvmAddress } from '#contract/values.ts'
import { DEPOSIT_CONFIRMATIONS, type Deposit } from '#contract/deposits.ts'
import { explorerUrlOf } from '#server/chains/tron-network.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { toDecimal } from '#server/coins/units.ts'

export const depositsWithCoins = (db: Database) =>
  db
    .selectFrom('deposit')
    .leftJoin('coin as paid_coin', 'paid_coin.id', 'deposit.coin')
    .innerJoin('coin as received_coin', 'received_coin.id', 'deposit.receive_coin')
    .leftJoin('chain_watch', 'chain_watch.chain', 'deposit.chain')
    .selectAll('deposit')
    .select(['paid_coin.decimals as paid_decimals', 'received_coin.decimals as received_decimals'])
    .select(['chain_watch.head_block', 'chain_watch.confirmations', 'chain_watch.explorer_url'])

type DepositRow = Selectable<Tables['deposit']> & {
  readonly paid_decimals: number | null
  readonly received_decimals: number
  readonly head_block: string | null
  /** Null on TRON. */
  readonly confirmations: number | null
  readonly explorer_url: string | null
}

/** EVM addresses are stored in lower case. Others are stored as shown. */
const shownAddress = (kept: string) => (kept.startsWith('0x') ? withChecksum(kept as EvmAddress) : kept)

export function toDeposit(row: DepositRow): Deposit {
  const { coin, paid_decimals, credited_amount, credited_price_usd, status } = row
  return {
    id: row.id,
    status: status === 'confirmed' ? 'confirming' : status,
    confirmations: confirmationsOf(row),
    confirmationsNeeded: neededOf(row),
    paid:
      coin === null || paid_decimals === null
        ? null
        : { coin, amount: toDecimal(BigInt(row.amount), paid_decimals) },
    receives: row.receive_coin,
    credited:
      credited_amount === null || credited_price_usd === null
        ? null
        : {
            coin: row.receive_coin,
            amount: toDecimal(BigInt(credited_amount), row.received_decimals),
            priceUsd: credited_price_usd.replace(/\.?0+$/, ''),
          },
    isOverLimit: row.is_over_limit,
    txId: row.tx_id,
    explorerUrl: explorerUrlOf(row.chain, row.tx_id, row.explorer_url),
    from: shownAddress(row.sender),
    to: shownAddress(row.recipient),
    contract: shownAddress(row.contract),
    seenAt: row.seen_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  }
}

const neededOf = ({ confirmations }: DepositRow) => confirmations ?? DEPOSIT_CONFIRMATIONS

function confirmationsOf(row: DepositRow): number {
  const { status, block, head_block } = row
  if (status === 'credited') return neededOf(row)
  if (block === null || status === 'dropped') return 0
  const built = Number(head_block ?? 0) - Number(block)
  return Math.min(Math.max(built, 0), neededOf(row))
}
