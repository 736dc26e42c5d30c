import * as v from 'valibot'
import { proxy, subscribe } from 'valtio'
import type { GivenName } from '#contract/given-name.ts'
import { ChainIdSchema, ShownEvmAddressSchema } from '#contract/values.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { knownAddress, LAST_WALLET_KEY } from './known-address.ts'

const LabelSchema: v.GenericSchema<string, GivenName> = v.pipe(v.string(), v.maxLength(60))

export const WalletSchema = v.object({
  /** `injected`: an extension or the wallet's own browser. `walletconnect`: another app, over the relay. */
  via: v.picklist(['injected', 'walletconnect']),
  /**
   * EIP-6963 reverse domain name or legacy flag of an injected wallet, the explorer's id for others; `walletconnect` if
   * unknown.
   */
  id: v.pipe(v.string(), v.maxLength(200)),
  label: LabelSchema,
  /** `data:` or site-relative URL of its logo. */
  icon: v.nullable(v.pipe(v.string(), v.maxLength(100_000))),
})
export type Wallet = Readonly<v.InferOutput<typeof WalletSchema>>

const ConnectionSchema = v.object({
  wallet: WalletSchema,
  /** The active account: the first of `accounts`. */
  address: ShownEvmAddressSchema,
  /** All accounts that the wallet lets this site see. */
  accounts: v.pipe(v.array(ShownEvmAddressSchema), v.minLength(1), v.maxLength(100), v.readonly()),
  /** EIP-155 id of the wallet's chain, supported or not. */
  chainId: ChainIdSchema,
  /** Session over the relay: each tab has its own copy, and the newest one counts. */
  topic: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
})
export type WalletConnection = v.InferOutput<typeof ConnectionSchema>

/** Always replaced, never modified. */
export type WalletSession =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting'; readonly wallet: Wallet }
  /** After a reload or offline: the last connection, which the wallet has not confirmed yet. */
  | { readonly status: 'reconnecting'; readonly last: WalletConnection }
  | ({ readonly status: 'connected' } & WalletConnection)

/** Null if nothing is stored or it is unreadable. */
export function readLastConnection(): WalletConnection | null {
  return parseStored(ConnectionSchema, browserStorage.get(LAST_WALLET_KEY)) ?? null
}

function initialSession(): WalletSession {
  const last = readLastConnection()
  return last === null ? { status: 'disconnected' } : { status: 'reconnecting', last }
}

/** Changed only by `wallet.actions.ts`. */
export const walletState = proxy<{ session: WalletSession }>({ session: initialSession() })

/** The connection, confirmed or not; null without one. */
export function connectionOf(session: WalletSession): WalletConnection | null {
  switch (session.status) {
    case 'connected':
      return session
    case 'reconnecting':
      return session.last
    case 'connecting':
    case 'disconnected':
      return null
  }
}

/** Resolves once the wallet has confirmed the last connection or is lost, or else after this time. */
export async function untilReconnected(withinMs: number): Promise<void> {
  const isOver = () => walletState.session.status !== 'reconnecting'
  if (isOver()) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, withinMs)
    const stop = subscribe(walletState, () => isOver() && end(), true)
  })
}

const tellAddress = () => knownAddress.set(connectionOf(walletState.session)?.address ?? null)
tellAddress()
subscribe(walletState, tellAddress, true)
