import type { EvmTransfer } from '#server/chains/evm-source.ts'
import type { Database } from '#server/db/tables.ts'
import { isWalletOn } from '#server/identity/wallet-owners.ts'
import type { EvmDepositChain } from './evm-deposit-chain.ts'

export interface TransferOwner {
  readonly uid: number
  /** Null if the player never chose a coin. */
  readonly receives: string | null
  readonly isClosed: boolean
}

type Sent = Pick<EvmTransfer, 'txId' | 'logIndex' | 'from'>

/**
 * Finds the player of each transfer, in this order: the account to which the wallet is linked now (for a contract wallet,
 * on this chain); the player who reported the transaction; the player who was shown the deposit; the last player with an
 * intent from this wallet whose account is open. All of them have signed with the wallet, so nobody receives the transfer
 * of another wallet.
 */
export async function ownersOf(
  db: Database,
  { chain, chainId }: Pick<EvmDepositChain, 'chain' | 'chainId'>,
  transfers: readonly Sent[],
): Promise<ReadonlyMap<Sent, TransferOwner>> {
  const senders = [...new Set(transfers.map(({ from }) => from))]
  if (senders.length === 0) return new Map()
  const meant = () =>
    db
      .selectFrom('deposit_intent')
      .select(['id', 'account_id', 'sender', 'tx_id', 'receive_coin'])
      .where('chain', '=', chain)
      .where('sender', 'in', senders)
  const told = await meant()
    .where(
      'tx_id',
      'in',
      transfers.map(({ txId }) => txId),
    )
    .orderBy('id')
    .execute()
  const latest = await meant()
    .distinctOn(['sender', 'account_id'])
    .orderBy('sender')
    .orderBy('account_id')
    .orderBy('id', 'desc')
    .execute()
  latest.sort((a, b) => Number(BigInt(b.id) - BigInt(a.id)))
  const wallets = await db
    .selectFrom('wallet')
    .select(['address', 'account_id'])
    .where('address', 'in', senders)
    .where(isWalletOn(chainId))
    // Locks the wallet: unlinking must wait until the deposit exists, which then stays with this player.
    .forKeyShare()
    .execute()
  const shown = await db
    .selectFrom('deposit')
    .select(['tx_id', 'log_index', 'sender', 'account_id'])
    .where('chain', '=', chain)
    .where(
      'tx_id',
      'in',
      transfers.map(({ txId }) => txId),
    )
    .execute()
  const uids = [...new Set([...told, ...wallets, ...shown, ...latest].map((each) => each.account_id))]
  if (uids.length === 0) return new Map()
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'closed_at'])
    .where('id', 'in', uids)
    .execute()
  const uidOf = ({ txId, logIndex, from }: Sent): number | undefined => {
    const linked = wallets.find(({ address }) => address === from)
    const named = told.find((intent) => intent.sender === from && intent.tx_id === txId)
    // Also for a closed account: its deposit waits for the operator.
    const seen = shown.find(
      (each) => each.tx_id === txId && each.log_index === logIndex && each.sender === from,
    )
    const known = linked ?? named ?? seen
    if (known) return known.account_id
    const last = latest.find(({ sender }) => sender === from)
    // Skip closed accounts: whoever links the wallet next can still claim the transfer.
    return accounts.find(({ id, closed_at }) => id === last?.account_id && closed_at === null)?.id
  }
  return new Map(
    transfers.flatMap((transfer) => {
      const account = accounts.find(({ id }) => id === uidOf(transfer))
      if (!account) return []
      const isOwn = (intent: { account_id: number; sender: string }) =>
        intent.account_id === account.id && intent.sender === transfer.from
      const intent = told.find((each) => isOwn(each) && each.tx_id === transfer.txId) ?? latest.find(isOwn)
      const owner = {
        uid: account.id,
        receives: intent?.receive_coin ?? null,
        isClosed: account.closed_at !== null,
      }
      return [[transfer, owner] as const]
    }),
  )
}
