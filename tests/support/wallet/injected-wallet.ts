import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { createWalletClient, hexToBigInt, http, isHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { installProvider, type InjectedIdentity } from './injected-page.ts'

/** Errors of EIP-1193, EIP-1474 and MetaMask, in the words of extensions. */
const MESSAGES = {
  4001: 'User rejected the request.',
  4100: 'The requested account and/or method has not been authorized by the user.',
  4200: 'The requested method is not supported by this Ethereum provider.',
  4900: 'The provider is disconnected from all chains.',
  4901: 'The provider is disconnected from the specified chain.',
  4902: 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.',
  [-32_002]: 'Request already pending for this origin. Please wait.',
  [-32_602]: 'Invalid parameters: must provide an object or an array.',
  [-32_603]: 'Internal JSON-RPC error.',
} as const

type ProviderErrorCode = keyof typeof MESSAGES

interface ProviderFailure {
  readonly code: number
  readonly message: string
}

const providerFailure = (code: ProviderErrorCode): ProviderFailure => ({
  code,
  message: MESSAGES[code],
})

/** The reaction of the player or the wallet to a request; `hang` never answers. */
export type Reaction = 'approve' | 'hang' | ProviderErrorCode

export interface InjectedPolicy {
  connect: Reaction
  sign: Reaction
  send: Reaction
  switchChain: Reaction
  addChain: Reaction
  /** Time until the player answers, in milliseconds. */
  delayMs: number
}

export interface InjectedWalletOptions {
  readonly name?: string
  /** Announced by EIP-6963; null for a wallet that is only on the window. */
  readonly rdns?: string | null
  /** Flag on `window.ethereum`, such as `isMetaMask`; null keeps it off the window. */
  readonly legacyFlag?: string | null
  /** Announces itself only when `announce` is called; other wallets do so when a page begins. */
  readonly isLate?: boolean
  /** The first is active; a random one by default. */
  readonly accounts?: readonly PrivateKeyAccount[]
  /** Node addresses by EIP-155 chain id; the first is active. An unknown chain answers 4902. */
  readonly chains: ReadonlyMap<number, string | null>
  readonly policy?: Partial<InjectedPolicy>
}

export interface WalletCall {
  readonly method: string
  readonly params: readonly unknown[]
  readonly at: number
}

type Answer = { result: unknown } | { error: ProviderFailure }

export type InjectedWallet = Awaited<ReturnType<typeof installWallet>>

/** A blue square. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Cpath fill="%232a6f97" d="M0 0h8v8H0z"/%3E%3C/svg%3E'

const hexOf = (chainId: number): Hex => `0x${chainId.toString(16)}`

let installed = 0

/**
 * Installs a wallet's extension in every page of the context, from its next navigation on; several are possible. Keys,
 * chain and permission live here, so that they survive a reload as an extension's do.
 */
export async function installWallet(context: BrowserContext, options: InjectedWalletOptions) {
  const { name = 'Test Extension', rdns = 'example.extension', legacyFlag = null, isLate = false } = options
  const binding = `testWallet${++installed}`
  const policy: InjectedPolicy = {
    connect: 'approve',
    sign: 'approve',
    send: 'approve',
    switchChain: 'approve',
    addChain: 'approve',
    delayMs: 0,
    ...options.policy,
  }
  const calls: WalletCall[] = []
  const chains = new Map(options.chains)
  let accounts = options.accounts ?? [privateKeyToAccount(generatePrivateKey())]
  let [chainId = 1] = chains.keys()
  let isPermitted = false
  let isLocked = false

  const visibleAccounts = () =>
    isPermitted && !isLocked ? accounts.map(({ address }) => address.toLowerCase()) : []

  async function emit(event: string, value: unknown): Promise<void> {
    const tell = ([name_, event_, value_]: readonly [string, string, unknown]) => {
      const page = window as unknown as Record<string, ((event: string, value: unknown) => void) | undefined>
      page[name_]?.(event_, value_)
    }
    // A page that is being left receives nothing.
    await Promise.all(
      context
        .pages()
        .map((page) => page.evaluate(tell, [`${binding}Emit`, event, value] as const).catch(() => {})),
    )
  }

  /** Null if the player approves. */
  async function refusal(reaction: Reaction): Promise<{ error: ProviderFailure } | null> {
    if (policy.delayMs > 0) await sleep(policy.delayMs)
    if (reaction === 'hang') return new Promise<never>(() => {})
    return reaction === 'approve' ? null : { error: providerFailure(reaction) }
  }

  async function approved(reaction: Reaction, act: () => unknown): Promise<Answer> {
    return (await refusal(reaction)) ?? { result: await act() }
  }

  async function sign(params: readonly unknown[]): Promise<Answer> {
    const [text, address] = params.map(String)
    const account = accounts.find((each) => each.address.toLowerCase() === address?.toLowerCase())
    if (!account || visibleAccounts().length === 0) return { error: providerFailure(4100) }
    return approved(policy.sign, () =>
      account.signMessage({ message: isHex(text) ? { raw: text } : (text ?? '') }),
    )
  }

  async function send(params: readonly unknown[]): Promise<Answer> {
    const [account] = accounts
    const url = chains.get(chainId)
    if (!account || visibleAccounts().length === 0) return { error: providerFailure(4100) }
    if (!url) return { error: providerFailure(4901) }
    const { to, value, data } = params[0] as { to: Hex; value?: Hex; data?: Hex }
    const client = createWalletClient({ account, transport: http(url) })
    return approved(policy.send, () =>
      client.sendTransaction({
        to,
        chain: null,
        ...(value !== undefined && { value: hexToBigInt(value) }),
        ...(data !== undefined && { data }),
      }),
    )
  }

  async function setChain(id: number): Promise<void> {
    chainId = id
    await emit('chainChanged', hexOf(id))
  }

  async function askNode(method: string, params: readonly unknown[]): Promise<Answer> {
    const url = chains.get(chainId)
    if (!url) return { error: providerFailure(4901) }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    return (await response.json()) as Answer
  }

  async function answer(method: string, params: readonly unknown[]): Promise<Answer> {
    switch (method) {
      case 'eth_chainId':
        return { result: hexOf(chainId) }
      case 'net_version':
        return { result: String(chainId) }
      case 'eth_accounts':
        return { result: visibleAccounts() }
      case 'eth_requestAccounts':
      case 'wallet_requestPermissions': {
        if (method === 'eth_requestAccounts' && visibleAccounts().length > 0)
          return { result: visibleAccounts() }
        return approved(policy.connect, () => {
          isPermitted = true
          isLocked = false
          return method === 'eth_requestAccounts' ? visibleAccounts() : permissions()
        })
      }
      case 'wallet_getPermissions':
        return { result: permissions() }
      case 'wallet_revokePermissions':
        isPermitted = false
        await emit('accountsChanged', [])
        return { result: null }
      case 'personal_sign':
        return sign(params)
      case 'eth_sendTransaction':
        return send(params)
      case 'wallet_switchEthereumChain': {
        const { chainId: wanted } = (params[0] ?? {}) as { chainId?: Hex }
        if (!isHex(wanted)) return { error: providerFailure(-32_602) }
        if (policy.switchChain === 'approve' && !chains.has(Number(wanted)))
          return { error: providerFailure(4902) }
        return approved(policy.switchChain, () => setChain(Number(wanted)).then(() => null))
      }
      case 'wallet_addEthereumChain': {
        const { chainId: added, rpcUrls } = (params[0] ?? {}) as { chainId?: Hex; rpcUrls?: string[] }
        if (!isHex(added) || !rpcUrls?.[0]) return { error: providerFailure(-32_602) }
        return approved(policy.addChain, async () => {
          chains.set(Number(added), rpcUrls[0] ?? null)
          // As in MetaMask, an added chain becomes active.
          await setChain(Number(added))
          return null
        })
      }
      default:
        return /^(?:eth|net|web3)_/.test(method) ? askNode(method, params) : { error: providerFailure(4200) }
    }
  }

  const permissions = () =>
    isPermitted
      ? [
          {
            parentCapability: 'eth_accounts',
            caveats: [{ type: 'restrictReturnedAccounts', value: visibleAccounts() }],
          },
        ]
      : []

  await context.exposeFunction(
    binding,
    async ({ method, params }: { method: string; params: readonly unknown[] }): Promise<Answer> => {
      calls.push({ method, params, at: Date.now() })
      try {
        return await answer(method, params)
      } catch (error) {
        return { error: { ...providerFailure(-32_603), message: String(error) } }
      }
    },
  )
  const identity: InjectedIdentity = {
    name,
    rdns,
    legacyFlag,
    isLate,
    binding,
    uuid: randomUUID(),
    icon: ICON,
  }
  await context.addInitScript(installProvider, identity)

  return {
    name,
    rdns,
    policy,
    calls,
    chains,
    /** Names of all called methods. */
    methods: () => calls.map(({ method }) => method),
    get accounts() {
      return accounts
    },
    get address() {
      return accounts[0]?.address.toLowerCase() ?? ''
    },
    get chainId() {
      return chainId
    },
    /** Number of the page's listeners on the provider. */
    listeners: (index = 0) =>
      context.pages()[index]?.evaluate((name_) => {
        const page = window as unknown as Record<string, () => number>
        return page[name_]?.() ?? 0
      }, `${binding}Listeners`),
    /** Announces a late wallet to the page. */
    announce: (page: Page) =>
      page.evaluate(
        (name_) => (window as unknown as Record<string, () => void>)[name_]?.(),
        `${binding}Begin`,
      ),
    emit,
    setChain,
    /** Permits the site in advance, as on an earlier visit. */
    permit: () => void (isPermitted = true),
    /** Switches accounts; the first is active. */
    async setAccounts(chosen: readonly PrivateKeyAccount[]): Promise<void> {
      accounts = chosen
      await emit('accountsChanged', visibleAccounts())
    },
    async lock(): Promise<void> {
      isLocked = true
      await emit('accountsChanged', [])
    },
    async unlock(): Promise<void> {
      isLocked = false
      await emit('accountsChanged', visibleAccounts())
    },
    /** The extension loses its node. */
    disconnect: () => emit('disconnect', providerFailure(4900)),
  }
}
