import { ref } from 'valtio'
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import type { Chain } from '#contract/config.ts'
import {
  openWalletDeposit,
  reportTransaction,
  simulateWalletTransfer,
  TransactionHashSchema,
  type WalletAsset,
  type WalletDeposit,
} from '#contract/wallet-deposits.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { isLockHeld, takeLock } from '#lib/locks.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { WALLET_BALANCE_KEY } from '#queries/wallet-balance.queries.ts'
import { api } from '#session/api.ts'
import { forgetOrder, forgetOtherOrders, sendOnce } from '#session/send-once.ts'
import { isUnderWay, walletDepositState, type Payment } from './wallet-deposit.state.ts'
import { walletDepositsQuery } from './wallet-deposits.queries.ts'
import type { WalletPort } from './wallet-port.ts'

export interface Order {
  readonly asset: WalletAsset
  readonly chain: Chain
  /** Decimal string. */
  readonly amount: string
  /** Coin to receive. */
  readonly receives: string
}

/**
 * Storage key of a transaction that a wallet was asked to send and the server does not know yet; its hash is null until
 * the wallet answers.
 */
const UNTOLD_KEY = 'untold_transaction'
const UntoldSchema = v.object({
  uid: v.number(),
  id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
  txId: v.nullable(TransactionHashSchema),
})
type Untold = v.InferOutput<typeof UntoldSchema>
/** Held by the tab that waits for its wallet. */
const ASKING_LOCK = 'koi-wallet-payment'
const LOOK_AGAIN_MS = 1_000

interface Payer {
  readonly uid: number
  readonly wallet: WalletPort
  readonly queryClient: QueryClient
}

export function clearPayment(): void {
  if (!isUnderWay(walletDepositState.payment)) show({ status: 'none' })
}

/**
 * Asks the server for the transaction, asks the wallet to send it, and reports it to the server.
 * Resolves to true if it was or may have been sent; otherwise the state has the reason.
 */
export async function payFromWallet(order: Order, payer: Payer): Promise<boolean> {
  if (isUnderWay(walletDepositState.payment)) return false
  const { wallet } = payer
  try {
    await pay(order, payer)
    show({ status: 'sent' })
  } catch (error) {
    if (wallet.isRefusal(error)) show({ status: 'refused' })
    else if (wallet.isUnanswered(error)) show({ status: 'unanswered' })
    // `ref` keeps the error itself instead of a proxy.
    else show({ status: 'failed', error: error instanceof Error ? ref(error) : error })
  }
  await refresh(payer.queryClient)
  return ['sent', 'unanswered'].includes(walletDepositState.payment.status)
}

/**
 * The server sees one deposit until something is sent, even if the player first declines in the wallet and then pays.
 */
async function pay(order: Order, payer: Payer): Promise<void> {
  const { asset, chain, amount, receives } = order
  const sender = payer.wallet.connected?.address ?? ''
  const body = { chainId: chain.id, coin: asset.coin, amount, sender, receives }
  const kept = { name: 'wallet-deposit', uid: payer.uid, facts: Object.values(body) }
  forgetOtherOrders(kept)
  await sendOnce(kept, async (idempotencyKey) => {
    show({ status: 'preparing' })
    // Only one transaction can be stored: report the previous one first.
    await tellOfTransaction(payer.uid)
    const opened = await api.call(openWalletDeposit, { body: { ...body, idempotencyKey } })
    // The previous try succeeded, only its answer was lost.
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
  // The page may be closed while the wallet is open.
  keepUntold({ uid, id, txId: null })
  try {
    const txId = await whileAsking(() => wallet.send(chain.id, { from: sender, ...transaction }))
    keepUntold({ uid, id, txId })
  } catch (error) {
    if (!wallet.isUnanswered(error)) {
      browserStorage.remove(UNTOLD_KEY)
      throw error
    }
    onSent()
    await tellOfTransaction(uid).catch(() => undefined)
    throw error
  }
  onSent()
  show({ status: 'telling' })
  await tellOfTransaction(uid).catch(() => undefined)
}

/**
 * Reports a transaction that the server does not know because the connection broke or the page was closed, or that a
 * wallet was asked and its answer is unknown. If that fails, the next opening tries again.
 * @returns true if there was something to report
 */
async function tellOfTransaction(uid: number): Promise<boolean> {
  const untold = readUntold()
  if (untold?.uid !== uid) return false
  if (untold.txId === null && (await isAsking())) return false
  const { id, txId } = untold
  try {
    await api.call(reportTransaction, { params: { id }, body: { txId } })
  } catch (error) {
    const isHopeless = error instanceof ApiError && (error.code === 'not_found' || error.code === 'conflict')
    if (!isHopeless) throw error
  }
  browserStorage.remove(UNTOLD_KEY)
  return true
}

/**
 * Reports it as soon as no tab waits for the wallet any more: a page just left, or another tab, may still do so.
 * @returns a function that stops it
 */
export function tellWhenAnswered(uid: number, onTold: () => void): () => void {
  let isStopped = false
  const look = async () => {
    if (isStopped) return
    if (await tellOfTransaction(uid)) onTold()
    else if (readUntold()?.uid === uid) setTimeout(lookAgain, LOOK_AGAIN_MS)
  }
  // The next opening tries again.
  const lookAgain = () => void look().catch(() => undefined)
  lookAgain()
  return () => {
    isStopped = true
  }
}

const readUntold = (): Untold | undefined => parseStored(UntoldSchema, browserStorage.get(UNTOLD_KEY))

const keepUntold = (untold: Untold) => browserStorage.set(UNTOLD_KEY, JSON.stringify(untold))

/** Holds a lock, so that other tabs see that this one waits for the wallet; only if the browser has locks. */
async function whileAsking(ask: () => Promise<string>): Promise<string> {
  isAskingHere = true
  const release = await takeLock(ASKING_LOCK, { mode: 'shared' })
  try {
    return await ask()
  } finally {
    isAskingHere = false
    release?.()
  }
}
let isAskingHere = false

/** True if this tab or another one waits for a wallet. */
const isAsking = async () => isAskingHere || (await isLockHeld(ASKING_LOCK))

const refresh = (queryClient: QueryClient) =>
  Promise.all(
    [walletDepositsQuery.queryKey, [WALLET_BALANCE_KEY]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

function show(payment: Payment): void {
  walletDepositState.payment = payment
}
