import { ref } from 'valtio'
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Chain } from '#contract/config.ts'
import {
  openWalletDeposit,
  reportTransaction,
  simulateWalletTransfer,
  TransactionHashSchema,
  type WalletAsset,
  type WalletDeposit,
} from '#contract/wallet-deposits.ts'
import { ApiError } from '#lib/api-error.ts'
import { api } from '#lib/api.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { forgetOrder, forgetOtherOrders, sendOnce } from '#lib/send-once.ts'
import type { WalletPort } from './wallet-port.ts'
import { isUnderWay, walletDepositState, type Payment } from './wallet-deposit.state.ts'
import { walletDepositsQuery } from './wallet-deposits.queries.ts'

export interface Order {
  readonly asset: WalletAsset
  readonly chain: Chain
  /** Decimal string. */
  readonly amount: string
  /** Coin to receive. */
  readonly receives: string
}

/** A transaction that was sent and that the server has not been told of. */
const UNTOLD_KEY = 'untold_transaction'
const UntoldSchema = v.object({
  uid: v.number(),
  id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
  txId: TransactionHashSchema,
})

interface Payer {
  readonly uid: number
  readonly wallet: WalletPort
  readonly queryClient: QueryClient
}

/** Forgets how the last payment went. */
export function clearPayment(): void {
  if (!isUnderWay(walletDepositState.payment)) show({ status: 'none' })
}

/**
 * Pays from the connected wallet: asks the server what to send, the wallet to send it, and tells the server.
 * Resolves to whether it was sent; the state says why not.
 */
export async function payFromWallet(order: Order, payer: Payer): Promise<boolean> {
  if (isUnderWay(walletDepositState.payment)) return false
  const { wallet } = payer
  try {
    await pay(order, payer)
    show({ status: 'sent' })
  } catch (error) {
    show(
      wallet.isRefusal(error)
        ? { status: 'refused' }
        : // An error is kept as it is, not as a proxy of it.
          { status: 'failed', error: error instanceof Error ? ref(error) : error },
    )
  }
  await refresh(payer.queryClient)
  return walletDepositState.payment.status === 'sent'
}

/** Until something was sent it is one deposit of the server: declining in the wallet and paying after all, too. */
async function pay(order: Order, payer: Payer): Promise<void> {
  const { asset, chain, amount, receives } = order
  const sender = payer.wallet.connected?.address ?? ''
  const body = { chainId: chain.id, coin: asset.coin, amount, sender, receives }
  const kept = { name: 'wallet-deposit', uid: payer.uid, facts: Object.values(body) }
  forgetOtherOrders(kept)
  await sendOnce(kept, async (idempotencyKey) => {
    show({ status: 'preparing' })
    const opened = await api.call(openWalletDeposit, { body: { ...body, idempotencyKey } })
    // The try before went through, and only its answer was lost.
    if (opened.status === 'sent' || opened.status === 'seen') return
    if (opened.isPractice && !payer.wallet.paysPractice)
      await api.call(simulateWalletTransfer, { params: { id: opened.id } })
    else await sendFromWallet(opened, { chain, sender, payer, onSent: () => forgetOrder(kept) })
  })
}

async function sendFromWallet(
  { id, transaction }: WalletDeposit,
  {
    chain,
    sender,
    payer: { wallet, uid },
    onSent,
  }: {
    readonly chain: Chain
    readonly sender: string
    readonly payer: Payer
    readonly onSent: () => void
  },
): Promise<void> {
  if (wallet.connected?.chainId !== chain.id) {
    show({ status: 'switching', chain: chain.name })
    await wallet.switchTo(chain)
  }
  show({ status: 'confirming' })
  const txId = await wallet.send(chain.id, { from: sender, ...transaction })
  browserStorage.set(UNTOLD_KEY, JSON.stringify({ uid, id, txId }))
  onSent()
  show({ status: 'telling' })
  await tellOfTransaction(uid).catch(() => undefined)
}

/**
 * Tells the server of a transaction that it has not heard of, because the connection or the page went away just
 * then. Where that fails, the next opening tries again; tokens are found on the chain in any case.
 */
export async function tellOfTransaction(uid: number): Promise<void> {
  const untold = readUntold()
  if (untold === null || untold.uid !== uid) return
  try {
    await api.call(reportTransaction, { params: { id: untold.id }, body: { txId: untold.txId } })
  } catch (error) {
    const isHopeless = error instanceof ApiError && (error.code === 'not_found' || error.code === 'conflict')
    if (!isHopeless) throw error
  }
  browserStorage.remove(UNTOLD_KEY)
}

function readUntold(): v.InferOutput<typeof UntoldSchema> | null {
  try {
    const stored: unknown = JSON.parse(browserStorage.get(UNTOLD_KEY) ?? 'null')
    return v.is(UntoldSchema, stored) ? stored : null
  } catch {
    return null
  }
}

const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: walletDepositsQuery.queryKey })

function show(payment: Payment): void {
  walletDepositState.payment = payment
}
