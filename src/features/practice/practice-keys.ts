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

/** Enough for any transfer; practice chains charge nothing for it. */
const GAS = 100_000

export function makeKey(): { readonly key: string; readonly address: ShownEvmAddress } {
  const key = generatePrivateKey()
  return { key, address: privateKeyToAddress(key) as ShownEvmAddress }
}

const base58check = createBase58check(sha256)
/** First byte of every TRON address. */
const TRON_PREFIX = 0x41

/** The TRON form of an EVM address (`0x` and 40 digits): both belong to the same key. */
export const tronAddressOf = (address: string): string =>
  base58check.encode(Uint8Array.from([TRON_PREFIX, ...hex.decode(address.slice(2).toLowerCase())]))

/** `personal_sign` (EIP-191). */
export const signBytes = (key: string, bytes: string): Promise<string> =>
  sign({ hash: hashMessage({ raw: bytes as Hex }), privateKey: key as Hex, to: 'hex' })

/** A signed EIP-1559 transaction. viem's own function would include every other kind of transaction. */
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

/** In RLP zero is the empty string, and numbers have no leading zeros. */
function number(value: number | bigint | Hex): Hex {
  const units = BigInt(value)
  return units === 0n ? '0x' : numberToHex(units)
}
