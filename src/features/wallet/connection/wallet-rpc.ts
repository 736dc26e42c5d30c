import * as v from 'valibot'
import type { Chain } from '#contract/config.ts'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'

/** Bytes as text: `0x` and pairs of hexadecimal figures. */
export type Hex = `0x${string}`

const MAX_ACCOUNTS = 100

/** Addresses in an answer of a wallet, each once, in its order; what is none is left out. */
export function readAccounts(answer: unknown): EvmAddress[] {
  if (!Array.isArray(answer)) return []
  const addresses = answer
    .slice(0, MAX_ACCOUNTS)
    // Some wallets name the chain as well (CAIP-10).
    .map((each: unknown) =>
      v.safeParse(EvmAddressSchema, typeof each === 'string' ? each.split(':').at(-1) : each),
    )
    .flatMap((parsed) => (parsed.success ? parsed.output : []))
  return Array.from(new Set(addresses))
}

/** The same, but null for an answer that is no list of addresses: nothing is dropped on its word. */
export function readAccountList(answer: unknown): EvmAddress[] | null {
  if (!Array.isArray(answer)) return null
  const accounts = readAccounts(answer)
  return answer.length > 0 && accounts.length === 0 ? null : accounts
}

/** EIP-155 id in an answer of a wallet: hexadecimal by the standard, but also a number, decimal or CAIP-2; else null. */
export function readChainId(answer: unknown): number | null {
  const value =
    typeof answer === 'object' && answer !== null ? (answer as { chainId?: unknown }).chainId : answer
  const text = typeof value === 'string' ? (value.split(':').at(-1) ?? '') : value
  const isNumeric =
    typeof text === 'number' || (typeof text === 'string' && /^(?:0x[\da-f]+|\d+)$/i.test(text))
  const id = isNumeric ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export function toHexChainId(id: number): Hex {
  return `0x${id.toString(16)}`
}

/** A text as the bytes that `personal_sign` takes. */
export function toHexText(text: string): Hex {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return `0x${bytes.join('')}`
}

/**
 * What `wallet_addEthereumChain` takes (EIP-3085). Null without a public node: wallets take no chain without
 * one, and the server's own sends no transactions.
 */
export function addChainParameter({ id, name, currency, rpcUrl, explorerUrl }: Chain) {
  if (rpcUrl === null) return null
  return {
    chainId: toHexChainId(id),
    chainName: name,
    nativeCurrency: { ...currency, decimals: 18 },
    rpcUrls: [rpcUrl],
    ...(explorerUrl !== null && { blockExplorerUrls: [explorerUrl] }),
  }
}

/** Where the page reads a chain: through its own server, which keeps keys and addresses of nodes to itself. */
export function rpcAddress(id: number, origin: string): string {
  return `${origin}/api/rpc/${id}`
}
