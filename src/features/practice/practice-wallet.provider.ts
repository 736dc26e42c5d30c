import * as v from 'valibot'
import { isSameAddress } from '#contract/same-address.ts'
import { ShownEvmAddressSchema } from '#contract/values.ts'
import {
  amountText,
  nextNonce,
  practiceChains,
  readHoldings,
  sendSigned,
  type PracticeChain,
} from './practice-chain.ts'
import { askPlayer, type PracticeRequest } from './practice-request.ts'
import { onWalletOfOtherTab, readWallet, writeWallet, type StoredWallet } from './practice-wallet.storage.ts'

type Listener = (payload: unknown) => void

/** EIP-1193 error. */
class ProviderError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

// https://eips.ethereum.org/EIPS/eip-1193#provider-errors and https://eips.ethereum.org/EIPS/eip-1474
const REJECTED = 4001
const UNAUTHORIZED = 4100
const UNSUPPORTED_METHOD = 4200
const CHAIN_UNKNOWN = 4902
const INVALID_PARAMS = -32_602
const PENDING = -32_002
const REFUSED = -32_000

const BytesSchema = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const QuantitySchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/))
const SwitchSchema = v.object({ chainId: QuantitySchema })
const TransactionSchema = v.object({
  from: ShownEvmAddressSchema,
  to: ShownEvmAddressSchema,
  value: v.optional(QuantitySchema, '0x0'),
  data: v.optional(BytesSchema, '0x'),
  chainId: v.optional(QuantitySchema),
})
/** `transfer(address,uint256)` */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

const toHex = (id: number) => `0x${id.toString(16)}`

/**
 * A wallet for practice chains inside the page, with the interface of any other wallet (EIP-1193). Its key stays in
 * this browser, and the player confirms everything it signs.
 */
export function createPracticeProvider() {
  const listeners = new Map<string, Set<Listener>>()
  let last = readWallet()

  const emit = (event: string, payload: unknown) => {
    for (const listener of Array.from(listeners.get(event) ?? [])) listener(payload)
  }
  const accountsOf = (wallet: StoredWallet | null) => (wallet?.isAllowed ? [wallet.address] : [])

  /** Emits changes made here or in another tab. */
  function follow(): void {
    const [before, now] = [last, readWallet()]
    last = now
    if (accountsOf(before).join() !== accountsOf(now).join()) emit('accountsChanged', accountsOf(now))
    if (now && before?.chainId !== now.chainId) emit('chainChanged', toHex(now.chainId))
  }
  onWalletOfOtherTab(follow)

  function store(wallet: StoredWallet): void {
    writeWallet(wallet)
    follow()
  }

  async function ask(request: PracticeRequest): Promise<void> {
    const { showRequests } = await import('./show-requests.tsx')
    await showRequests()
    const answer = askPlayer(request)
    if (answer === null) throw new ProviderError(PENDING, 'A request is already pending')
    if (!(await answer)) throw new ProviderError(REJECTED, 'User rejected the request')
  }

  /** A new wallet is not stored yet. */
  async function readOrMake(): Promise<{ readonly wallet: StoredWallet; readonly chain: PracticeChain }> {
    const stored = readWallet()
    const [chains, keys] = await Promise.all([practiceChains(), import('./practice-keys.ts')])
    const chain = chains.find(({ id }) => id === stored?.chainId) ?? chains[0]
    if (!chain) throw new ProviderError(CHAIN_UNKNOWN, 'This server has no practice chain')
    const wallet = { ...(stored ?? { ...keys.makeKey(), isAllowed: false }), chainId: chain.id }
    return { wallet, chain }
  }

  async function connect(): Promise<readonly string[]> {
    const stored = readWallet()
    if (stored?.isAllowed) return accountsOf(stored)
    const { wallet, chain } = await readOrMake()
    await ask({ kind: 'connect', address: wallet.address, chain: chain.name })
    store({ ...wallet, isAllowed: true })
    return [wallet.address]
  }

  async function chainId(): Promise<string> {
    const stored = readWallet()
    if (stored) return toHex(stored.chainId)
    const [chain] = await practiceChains()
    if (!chain) throw new ProviderError(CHAIN_UNKNOWN, 'This server has no practice chain')
    return toHex(chain.id)
  }

  /** @throws ProviderError unless the player has let the site see the account */
  function allowed(): StoredWallet {
    const stored = readWallet()
    if (!stored?.isAllowed) throw new ProviderError(UNAUTHORIZED, 'The account is not connected')
    return stored
  }

  async function chainOf(id: number): Promise<PracticeChain> {
    const chain = (await practiceChains()).find((each) => each.id === id)
    if (!chain)
      throw new ProviderError(CHAIN_UNKNOWN, 'Unrecognized chain: a practice wallet knows practice chains')
    return chain
  }

  async function switchChain(param: unknown): Promise<null> {
    const wallet = allowed()
    const chain = await chainOf(Number(parse(SwitchSchema, param).chainId))
    if (chain.id === wallet.chainId) return null
    await ask({ kind: 'switch', chain: chain.name })
    store({ ...allowed(), chainId: chain.id })
    return null
  }

  async function sign([bytes, account]: readonly unknown[]): Promise<string> {
    const { address, key } = allowed()
    const message = parse(BytesSchema, bytes)
    if (!isSameAddress(parse(ShownEvmAddressSchema, account), address)) {
      throw new ProviderError(UNAUTHORIZED, 'That is not the account of this wallet')
    }
    await ask({ kind: 'sign', address, text: textOf(message) })
    return (await import('./practice-keys.ts')).signBytes(key, message)
  }

  async function send(param: unknown): Promise<string> {
    const { address, chainId: id, key } = allowed()
    const { from, to, value, data, chainId: asked } = parse(TransactionSchema, param)
    if (!isSameAddress(from, address))
      throw new ProviderError(UNAUTHORIZED, 'That is not the account of this wallet')
    if (asked !== undefined && Number(asked) !== id) {
      throw new ProviderError(CHAIN_UNKNOWN, 'The wallet is on another chain')
    }
    const chain = await chainOf(id)
    const [, recipient, units] = TRANSFER_CALL.exec(data.toLowerCase()) ?? []
    const isToken = recipient !== undefined && BigInt(value) === 0n
    const coin = chain.coins.find(({ contract }) =>
      isToken ? isSameAddress(to, contract) : contract === null,
    )
    if (!coin || (!isToken && data !== '0x')) {
      throw new ProviderError(INVALID_PARAMS, 'A practice wallet only sends coins')
    }
    const amount = isToken ? BigInt(`0x${units}`) : BigInt(value)
    const [held = null] = await readHoldings(id, address, [coin])
    await ask({
      kind: 'pay',
      address,
      chain: chain.name,
      symbol: coin.symbol,
      amount: amountText(amount, coin),
      to: isToken ? `0x${recipient}` : to,
      holds: held === null ? null : amountText(held, coin),
      isEnough: held === null || held >= amount,
    })
    const [nonce, keys] = await Promise.all([nextNonce(id, address), import('./practice-keys.ts')])
    const raw = await keys.signTransfer(key, {
      chainId: id,
      nonce,
      value: BigInt(value),
      to,
      data: data as `0x${string}`,
    })
    const hash = await sendSigned(id, raw)
    if (hash === null) throw new ProviderError(REFUSED, 'The chain refused the transaction')
    return hash
  }

  return {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] | object }) {
      const given: readonly unknown[] = Array.isArray(params) ? params : [params]
      switch (method) {
        case 'eth_requestAccounts':
          return connect()
        case 'eth_accounts':
          return accountsOf(readWallet())
        case 'eth_chainId':
          return chainId()
        case 'wallet_switchEthereumChain':
          return switchChain(given[0])
        case 'personal_sign':
          return sign(given)
        case 'eth_sendTransaction':
          return send(given[0])
        default:
          throw new ProviderError(UNSUPPORTED_METHOD, `A practice wallet does not know ${method}`)
      }
    },
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener)
    },
    /** The address in the chain's format, for the player's own use. Sites get it only by `eth_requestAccounts`. */
    async ownAddress(chain: 'tron' | 'evm'): Promise<string> {
      const { wallet } = await readOrMake()
      store(wallet)
      if (chain === 'evm') return wallet.address
      return (await import('./practice-keys.ts')).tronAddressOf(wallet.address)
    },
    /** Replaces the key; connected sites are notified. */
    async renew(): Promise<void> {
      const stored = readWallet()
      if (stored) store({ ...stored, ...(await import('./practice-keys.ts')).makeKey() })
    },
  }
}

function parse<T extends v.GenericSchema>(schema: T, value: unknown): v.InferOutput<T> {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) throw new ProviderError(INVALID_PARAMS, 'Invalid parameters')
  return parsed.output
}

/** Decodes the bytes as text; returns them unchanged if they are not text. */
function textOf(bytes: string): string {
  const values = Uint8Array.from(bytes.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(values)
  } catch {
    return bytes
  }
}
