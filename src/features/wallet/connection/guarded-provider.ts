import type { EvmAddress } from '#contract/values.ts'
import { untilAborted, within } from './abort.ts'
import { readWalletError } from './read-wallet-error.ts'
import { WalletError, WalletRejection } from './wallet-error.ts'
import { readAccountList, readAccounts, readChainId, toHexChainId } from './wallet-rpc.ts'

type Listener = (payload: unknown) => void

/** A provider, with a function to release it. */
export interface OpenedProvider {
  readonly provider: WalletProvider
  /** Rejects if connecting fails in a way that no request reports. */
  readonly failure?: Promise<never>
  close?(): void
}

export interface GuardedProvider {
  /** Given to web3-onboard instead of the wallet's own provider. */
  readonly provider: Required<WalletProvider>
  /** Accounts that the wallet shows, the active one first. */
  accounts(): readonly EvmAddress[]
  chainId(): number | null
  /** Why connecting failed; undefined if it has not. */
  failure(): WalletError | WalletRejection | undefined
  /** For Koi's own requests; rejects if the wallet is released meanwhile. */
  request: WalletProvider['request']
  /** Starts to follow the wallet's events; call when connected. */
  follow(): void
  /** Reads the state from the wallet, which may not send all events. */
  poll(): Promise<void>
  /** Removes all listeners, and rejects pending requests. */
  release(reason?: Error): void
}

interface GuardOptions {
  /** Called on the first request. */
  readonly open: () => Promise<OpenedProvider>
  /** Asks only for accounts the wallet has shown before, never for permission. */
  readonly isSilent: boolean
  /** Cancels connecting. */
  readonly signal: AbortSignal
}

/** MetaMask's code for a broken connection that it restores by itself. */
const TRY_AGAIN_LATER = 1013
/** Time limit for requests that need no answer by the player. */
const ANSWERS_WITHIN_MS = 10_000
/** Minimum gap between handled events of one kind; only the last one within it counts. */
const HEAR_EVERY_MS = 50

/**
 * Stands between web3-onboard and a wallet. It keeps the error that web3-onboard swallows, always settles (web3-onboard
 * gives up only on 4001), parses answers and events, and subscribes to the wallet once.
 */
export function guardProvider({ open, isSilent, signal }: GuardOptions): GuardedProvider {
  const listeners = new Map<string, Set<Listener>>()
  const released = new AbortController()
  let opened: Promise<OpenedProvider> | undefined
  let inner: OpenedProvider | undefined
  let accounts: readonly EvmAddress[] = []
  let chainId: number | null = null
  let failure: WalletError | WalletRejection | undefined
  let isConnected = false
  let stopFollowing: (() => void) | undefined

  const emit = (event: string, payload: unknown) => {
    for (const listener of Array.from(listeners.get(event) ?? [])) listener(payload)
  }

  const reach = async () => {
    opened ??= open()
    inner = await opened
    if (released.signal.aborted) inner.close?.()
    return inner
  }

  /** A request while connecting: ends with the attempt, or with a failure reported elsewhere. */
  async function ask(method: string): Promise<unknown> {
    const asked = reach().then(({ provider, failure: failed }) => {
      const answer = provider.request({ method })
      return failed ? Promise.race([answer, failed]) : answer
    })
    return untilAborted(asked, signal)
  }

  async function connect(): Promise<readonly string[]> {
    const shown = readAccounts(await ask(isSilent ? 'eth_accounts' : 'eth_requestAccounts'))
    if (shown.length === 0) throw new WalletError('no_account', 'The wallet shows no account')
    accounts = shown
    return shown
  }

  async function readChain(): Promise<string> {
    chainId = readChainId(await ask('eth_chainId'))
    if (chainId === null) throw new WalletError('internal', 'The wallet reports no chain')
    isConnected = true
    return toHexChainId(chainId)
  }

  /** Answers web3-onboard. Turns every failure into 4001, and keeps the real one. */
  async function answer(method: string): Promise<unknown> {
    try {
      return await (method === 'eth_requestAccounts' ? connect() : readChain())
    } catch (error) {
      failure ??= signal.aborted && error === signal.reason ? new WalletRejection() : readWalletError(error)
      throw Object.assign(new Error(failure.message), { code: 4001 })
    }
  }

  function takeAccounts(next: readonly EvmAddress[]): void {
    if (next.join() === accounts.join()) return
    accounts = next
    emit('accountsChanged', next)
  }

  function takeChain(next: number | null): void {
    if (next === null || next === chainId) return
    chainId = next
    emit('chainChanged', toHexChainId(next))
  }

  /** Reads from the wallet what an event leaves out. */
  const askInstead = () => void poll().catch(() => undefined)

  function onAccounts(payload: unknown): void {
    const next = readAccountList(payload)
    if (next) takeAccounts(next)
    else askInstead()
  }

  function onChain(payload: unknown): void {
    const next = readChainId(payload)
    if (next === null) askInstead()
    else takeChain(next)
  }

  async function poll(): Promise<void> {
    if (!inner || released.signal.aborted) return
    const { provider } = inner
    const late = () => new WalletError('timeout', 'The wallet does not answer')
    const ask = (method: string) =>
      untilAborted(within(provider.request({ method }), ANSWERS_WITHIN_MS, late), released.signal)
    const shown = readAccountList(await ask('eth_accounts'))
    if (shown) takeAccounts(shown)
    if (accounts.length === 0) return
    takeChain(readChainId(await ask('eth_chainId')))
  }

  function onDisconnect(payload: unknown): void {
    if ((payload as { code?: unknown } | undefined)?.code === TRY_AGAIN_LATER) return
    // Some wallets send `disconnect` for a chain, others for the site: the accounts tell which.
    poll().catch(() => takeAccounts([]))
  }

  return {
    provider: {
      async request({ method }) {
        if (isConnected) {
          if (method === 'eth_requestAccounts' || method === 'eth_accounts') return accounts
          if (method === 'eth_chainId') return toHexChainId(chainId ?? 0)
        }
        if (method === 'eth_requestAccounts' || method === 'eth_chainId') return answer(method)
        // web3-onboard reads permissions after each change of accounts; the accounts themselves are enough.
        if (method === 'wallet_getPermissions') return []
        throw Object.assign(new Error(`web3-onboard may not call ${method}`), { code: 4200 })
      },
      on(event, listener) {
        const known = listeners.get(event) ?? new Set()
        listeners.set(event, known.add(listener))
      },
      removeListener(event, listener) {
        listeners.get(event)?.delete(listener)
      },
    },
    accounts: () => accounts,
    chainId: () => chainId,
    failure: () => failure,
    async request(args) {
      const { provider } = inner ?? (await reach())
      return untilAborted(provider.request(args), released.signal)
    },
    follow() {
      const provider = inner?.provider
      if (!provider || stopFollowing || released.signal.aborted) return
      const heard = [
        ['accountsChanged', heardSeldom(onAccounts)],
        ['chainChanged', heardSeldom(onChain)],
        ['disconnect', heardSeldom(onDisconnect)],
      ] as const
      for (const [event, { listener }] of heard) provider.on?.(event, listener)
      stopFollowing = () => {
        for (const [event, { listener, stop }] of heard) {
          provider.removeListener?.(event, listener)
          stop()
        }
      }
    },
    poll,
    release(reason = new WalletError('session_ended', 'The connection has ended')) {
      if (released.signal.aborted) return
      released.abort(reason)
      stopFollowing?.()
      inner?.close?.()
      listeners.clear()
    },
  }
}

/** Passes on the first payload at once, and only the last of those that follow within the gap. */
function heardSeldom(hear: Listener): { readonly listener: Listener; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: { readonly payload: unknown } | undefined
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (!last) return
      const { payload } = last
      last = undefined
      rest()
      hear(payload)
    }, HEAR_EVERY_MS)
  }
  return {
    listener(payload) {
      if (timer !== undefined) {
        last = { payload }
        return
      }
      rest()
      hear(payload)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The part of EIP-1193 that Koi uses. Every answer comes from outside: parse it where it is used. */
export interface WalletProvider {
  request(args: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}
