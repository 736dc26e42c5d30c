import type { ShownEvmAddress } from '#contract/values.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'
import { concatHex, hashMessage, keccak256, numberToHex, toRlp } from 'viem'
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts'

type Hex = `0x${string}`

interface Transfer {
  readonly chainId: number
  readonly nonce: number
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** As much as any transfer needs; practice chains ask nothing for it. */
const GAS = 100_000

export function makeKey(): { readonly key: string; readonly address: ShownEvmAddress } {
  const key = generatePrivateKey()
  return { key, address: privateKeyToAddress(key) as ShownEvmAddress }
}

const base58check = createBase58check(sha256)
/** First byte of every address of TRON. */
const TRON_PREFIX = 0x41

/** How TRON writes the account that EVM chains write as `0x` and 40 digits: one key has both. */
export const tronAddressOf = (address: string): string =>
  base58check.encode(Uint8Array.from([TRON_PREFIX, ...hex.decode(address.slice(2).toLowerCase())]))

/** Signs the bytes of a text as `personal_sign` does (EIP-191). */
export const signBytes = (key: string, bytes: string): Promise<string> =>
  sign({ hash: hashMessage({ raw: bytes as Hex }), privateKey: key as Hex, to: 'hex' })

/** A signed transaction (EIP-1559), ready to be sent. viem's own brings along every other kind there is. */
export async function signTransfer(
  key: string,
  { chainId, nonce, to, value, data }: Transfer,
): Promise<string> {
  const fields = [number(chainId), number(nonce), '0x', '0x', number(GAS), to, number(value), data, []]
  const envelope = (all: readonly (Hex | readonly never[])[]) => concatHex(['0x02', toRlp(all as Hex[])])
  const hash = keccak256(envelope(fields as Hex[]))
  const { r, s, yParity = 0 } = await sign({ hash, privateKey: key as Hex })
  return envelope([...(fields as Hex[]), number(yParity), number(r), number(s)])
}

/** Nought is no byte at all, and no number begins with one. */
function number(value: number | bigint | Hex): Hex {
  const units = BigInt(value)
  return units === 0n ? '0x' : numberToHex(units)
}
