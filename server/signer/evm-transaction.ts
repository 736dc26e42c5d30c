import * as v from 'valibot'
import type { Hex, TransactionSerializableEIP1559 } from 'viem'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import type { SignedTransaction } from './chain-sender.ts'
import type { SignerKey } from './signer-key.ts'

const TRANSFER = '0xa9059cbb'

/** EIP-1559 transfer of a token or of the chain's own coin. Amounts are in the chain's smallest units. */
export interface EvmTerms {
  readonly chainId: number
  readonly nonce: number
  readonly contract: EvmAddress | null
  readonly to: EvmAddress
  readonly amount: bigint
  readonly gas: bigint
  /** In wei per unit of gas; `tip` is the validator's part. */
  readonly maxFee: bigint
  readonly tip: bigint
}

export function callOf({ contract, to, amount }: Pick<EvmTerms, 'contract' | 'to' | 'amount'>) {
  if (contract === null) return { to, value: amount, data: '0x' as Hex }
  const word = (hex: string) => hex.padStart(64, '0')
  return {
    to: contract,
    value: 0n,
    data: `${TRANSFER}${word(to.slice(2))}${word(amount.toString(16))}` as Hex,
  }
}

/**
 * Parses the signed transaction again and compares sender, receiver, amount and gas with the terms.
 * @throws Error when they differ
 */
export async function signTransfer(
  terms: EvmTerms,
  key: SignerKey,
): Promise<Omit<SignedTransaction, 'signedBlock'>> {
  const { keccak256, serializeTransaction, toHex, hexToBytes } = await import('viem')
  const unsigned: TransactionSerializableEIP1559 = {
    type: 'eip1559',
    chainId: terms.chainId,
    nonce: terms.nonce,
    gas: terms.gas,
    ...callOf(terms),
    maxFeePerGas: terms.maxFee,
    maxPriorityFeePerGas: terms.tip,
  }
  const signature = await key.sign(hexToBytes(keccak256(serializeTransaction(unsigned))))
  const serialized = serializeTransaction(unsigned, {
    r: toHex(signature.subarray(0, 32)),
    s: toHex(signature.subarray(32, 64)),
    yParity: signature[64] ?? 0,
  })
  const raw = hexToBytes(serialized)
  const read = await readTransfer(raw)
  const isSame = (Object.keys(terms) as (keyof EvmTerms)[]).every((name) => read[name] === terms[name])
  if (!isSame || read.from !== key.evmAddress) {
    throw new Error('The signed transaction differs from the requested one')
  }
  return { txId: keccak256(serialized), raw, expiresAt: null, nonce: terms.nonce }
}

/** @throws Error for other transactions than transfers */
export async function readTransfer(raw: Uint8Array): Promise<EvmTerms & { readonly from: EvmAddress }> {
  const { parseTransaction, recoverTransactionAddress, toHex } = await import('viem')
  const serializedTransaction = toHex(raw) as `0x02${string}`
  const read = parseTransaction(serializedTransaction)
  const { value = 0n, data } = read
  const call = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data ?? '')
  const isTransfer = data === undefined || (call !== null && value === 0n)
  if (!read.to || !isTransfer) throw new Error('It is not a transfer')
  return {
    from: addressOf(await recoverTransactionAddress({ serializedTransaction })),
    chainId: read.chainId,
    nonce: read.nonce ?? 0,
    gas: read.gas ?? 0n,
    maxFee: read.maxFeePerGas ?? 0n,
    tip: read.maxPriorityFeePerGas ?? 0n,
    ...(call
      ? { contract: addressOf(read.to), to: addressOf(`0x${call[1]}`), amount: BigInt(`0x${call[2]}`) }
      : { contract: null, to: addressOf(read.to), amount: value }),
  }
}

const addressOf = (text: string) => v.parse(EvmAddressSchema, text)
