import type { EvmTransfer } from '#server/chains/evm-source.ts'
import type { Database } from '#server/db/tables.ts'

export interface TransferOwner {
  readonly uid: number
  /** Coin to receive; null when the player never chose one. */
  readonly receives: string | null
  readonly isClosed: boolean
}

type Sent = Pick<EvmTransfer, 'txId' | 'from'>

/**
 * Whose transfers these are: of the player who told of the transaction before it was found, if he had proven the
 * wallet that sent it; else of the player whose account the wallet is linked to; else of the last one who meant
 * to send from it. All three have signed with the wallet, so nobody gets what another wallet sent.
 */
export async function ownersOf(
  db: Database,
  chain: string,
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
    .execute()
  const uidOf = ({ txId, from }: Sent): number | undefined =>
    told.find((intent) => intent.sender === from && intent.tx_id === txId)?.account_id ??
    wallets.find(({ address }) => address === from)?.account_id ??
    latest.find(({ sender }) => sender === from)?.account_id
  const uids = [...new Set(transfers.flatMap((transfer) => uidOf(transfer) ?? []))]
  if (uids.length === 0) return new Map()
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'closed_at'])
    .where('id', 'in', uids)
    .execute()
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
