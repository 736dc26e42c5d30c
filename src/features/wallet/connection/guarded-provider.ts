import type { EvmAddress } from '#contract/values.ts'
import { untilAborted, within } from './abort.ts'
import { readWalletError } from './read-wallet-error.ts'
import { WalletError, WalletRejection } from './wallet-error.ts'
import type { WalletProvider } from './wallet-provider.ts'
import { readAccountList, readAccounts, readChainId, toHexChainId } from './wallet-rpc.ts'

type Listener = (payload: unknown) => void

/** A provider that was got hold of, and how to let go of it. */
export interface OpenedProvider {
  readonly provider: WalletProvider
  /** Rejects when connecting fails in a way that no request tells of. */
  readonly failure?: Promise<never>
  close?(): void
}

export interface GuardedProvider {
  /** What web3-onboard talks to in place of the wallet. */
  readonly provider: Required<WalletProvider>
  /** Accounts the wallet shows, the one in use first. */
  accounts(): readonly EvmAddress[]
  chainId(): number | null
  /** Why connecting failed; undefined while it has not. */
  failure(): WalletError | WalletRejection | undefined
  /** A request of Koi's own; rejects when the wallet is released meanwhile. */
  request: WalletProvider['request']
  /** Begins to follow the wallet's events, once connected. */
  follow(): void
  /** Asks what events may have left out. */
  poll(): Promise<void>
  /** Lets go: no listener stays behind, requests that wait are given up. */
  release(reason?: Error): void
}

interface GuardOptions {
  /** Gets hold of the wallet, on the first request. */
  readonly open: () => Promise<OpenedProvider>
  /** Ask for accounts the wallet has shown before, never for permission. */
  readonly isSilent: boolean
  /** Gives up connecting. */
  readonly signal: AbortSignal
}

/** MetaMask's own: the connection broke and is being made again. */
const TRY_AGAIN_LATER = 1013
/** So long a wallet may take for what it need not ask its player. */
const ANSWERS_WITHIN_MS = 10_000
/** A wallet that floods the page with events is heard so often; the last of each kind counts. */
const HEAR_EVERY_MS = 50

/**
 * Stands between web3-onboard and a wallet. Keeps the error that web3-onboard swallows, always settles (only
 * 4001 makes web3-onboard give up), parses answers and events, and subscribes to the wallet once.
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

  /** A request while connecting: ends with the attempt, or with a failure told elsewhere. */
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
    if (chainId === null) throw new WalletError('internal', 'The wallet names no chain')
    isConnected = true
    return toHexChainId(chainId)
  }

  /** What web3-onboard asks; it hears 4001 of every failure, and what it was is kept. */
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

  /** What an event does not say the wallet is asked for. */
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
    // Said of chains by some wallets and of the site by others: the accounts tell which.
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
        // web3-onboard reads permissions with each change of accounts; the accounts themselves are enough.
        if (method === 'wallet_getPermissions') return []
        throw Object.assign(new Error(`${method} is not for web3-onboard`), { code: 4200 })
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

/** Hears the first payload at once, and of those that follow soon after only the last. */
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
