import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import { WalletError } from './wallet-error.ts'

/** The only supported namespace: EVM chains (CAIP-2). */
export const EVM_NAMESPACE = 'eip155'

const CHAIN = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const ACCOUNT = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/
const AddressesSchema = v.array(EvmAddressSchema)

const NamespacesSchema = v.pipe(
  v.record(
    v.string(),
    v.object({
      chains: v.optional(v.unknown()),
      accounts: v.unknown(),
      methods: v.unknown(),
      events: v.unknown(),
    }),
  ),
  v.check((namespaces) => Object.keys(namespaces).length > 0),
)

interface Wanted {
  /** EIP-155 ids of the configured chains. */
  readonly chainIds: readonly number[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export interface ApprovedSession {
  /** Without duplicates. */
  readonly accounts: readonly EvmAddress[]
  /** Chains for which the wallet has an account, configured or not. */
  readonly chainIds: readonly number[]
}

const isTextOf = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const isListOf = (value: unknown, check: (each: unknown) => boolean): value is string[] =>
  Array.isArray(value) && value.every(check)

/**
 * Checks a wallet's approval before use: its form, an account on a configured chain, and the required methods and
 * events.
 * @throws {WalletError} with the specification's messages
 */
export function readApprovedSession(namespaces: unknown, wanted: Wanted): ApprovedSession {
  if (!v.is(NamespacesSchema, namespaces)) throw new WalletError('missing_or_invalid', 'Missing or invalid.')
  for (const [key, { chains = [], accounts, methods, events }] of Object.entries(namespaces)) {
    const belongs = (value: unknown) => typeof value === 'string' && `${value}:`.startsWith(`${key}:`)
    if (!isListOf(chains, (chain) => isTextOf(CHAIN)(chain) && belongs(chain))) throw unsupported('chains')
    if (!isListOf(accounts, (account) => isTextOf(ACCOUNT)(account) && belongs(account)))
      throw unsupported('accounts')
    if (!isListOf(methods, (method) => typeof method === 'string')) throw unsupported('methods')
    if (!isListOf(events, (event) => typeof event === 'string')) throw unsupported('events')
  }

  // A key may carry the chain: `eip155` or `eip155:1`.
  const evm = Object.entries(namespaces)
    .filter(([key]) => key.split(':')[0] === EVM_NAMESPACE)
    .map(([, namespace]) => namespace as { accounts: string[]; methods: string[]; events: string[] })
  const parts = evm
    .flatMap(({ accounts }) => accounts)
    .map((account) => account.split(':'))
    .map(([, chain = '', address = '']) => ({ chainId: Number(chain), address }))
  if (parts.length === 0) throw unsupported('accounts')
  const addresses = v.safeParse(
    AddressesSchema,
    parts.map(({ address }) => address),
  )
  if (!addresses.success) throw unsupported('accounts')
  if (!parts.every(({ chainId }) => Number.isSafeInteger(chainId) && chainId > 0)) throw unsupported('chains')
  if (!parts.some(({ chainId }) => wanted.chainIds.includes(chainId))) throw unsupported('chains')
  const lacks = (list: readonly string[], kind: 'methods' | 'events') =>
    list.some((each) => !evm.some((namespace) => namespace[kind].includes(each)))
  if (lacks(wanted.methods, 'methods')) throw unsupported('methods')
  if (lacks(wanted.events, 'events')) throw unsupported('events')

  return {
    accounts: Array.from(new Set(addresses.output)),
    chainIds: Array.from(new Set(parts.map(({ chainId }) => chainId))),
  }
}

function unsupported(kind: 'chains' | 'accounts' | 'methods' | 'events'): WalletError {
  return new WalletError(`unsupported_${kind}`, `Unsupported ${kind}.`)
}
