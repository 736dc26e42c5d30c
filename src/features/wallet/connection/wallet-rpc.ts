import * as v from 'valibot'
import type { Chain } from '#contract/config.ts'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'

/** Bytes as text: `0x` and pairs of hexadecimal digits. */
export type Hex = `0x${string}`

const MAX_ACCOUNTS = 100

/** Addresses in a wallet's answer, in order, without duplicates and invalid entries. */
export function readAccounts(answer: unknown): EvmAddress[] {
  if (!Array.isArray(answer)) return []
  const addresses = answer
    .slice(0, MAX_ACCOUNTS)
    // Some wallets add the chain (CAIP-10).
    .map((each: unknown) =>
      v.safeParse(EvmAddressSchema, typeof each === 'string' ? each.split(':').at(-1) : each),
    )
    .flatMap((parsed) => (parsed.success ? parsed.output : []))
  return Array.from(new Set(addresses))
}

/** Null if the answer is not a list: a malformed answer must not drop known accounts. */
export function readAccountList(answer: unknown): EvmAddress[] | null {
  if (!Array.isArray(answer)) return null
  const accounts = readAccounts(answer)
  return answer.length > 0 && accounts.length === 0 ? null : accounts
}

/**
 * EIP-155 id from a wallet's answer: hexadecimal by the standard, but also a number, decimal or CAIP-2; otherwise null.
 */
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

/** Encodes a text for `personal_sign`. */
export function toHexText(text: string): Hex {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return `0x${bytes.join('')}`
}

/**
 * Parameter of `wallet_addEthereumChain` (EIP-3085). Null without a public node: wallets require one, and the server's
 * own node sends no transactions.
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

/** The page reads chains through its own server, which keeps the nodes' keys and addresses secret. */
export function rpcAddress(id: number, origin: string): string {
  return `${origin}/api/rpc/${id}`
}
