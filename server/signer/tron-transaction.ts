import { createHash } from 'node:crypto'
import { tronAddressBytes } from '#server/chains/tron-address.ts'

// Protobuf encoding of a TRC-20 transfer, https://github.com/tronprotocol/protocol/blob/master/core/Tron.proto

const TRIGGER_SMART_CONTRACT = 31
const TYPE_URL = 'type.googleapis.com/protocol.TriggerSmartContract'
const TRANSFER = 'a9059cbb'
const PREFIX = 0x41

export interface TransferTerms {
  readonly owner: string
  readonly contract: string
  readonly to: string
  readonly amount: bigint
  /** In the smallest unit of TRX. */
  readonly feeLimit: number
}

/** Added by the node: the reference block of the transaction, and its time. */
export interface TransferFrame {
  /** Hexadecimal: 2 and 8 bytes. */
  readonly refBlockBytes: string
  readonly refBlockHash: string
  /** Milliseconds since the epoch. */
  readonly expiration: number
  readonly timestamp: number
}

/** Hexadecimal. */
export function transferArguments(to: string, amount: bigint): string {
  const address = Buffer.from(bytesOf(to)).toString('hex')
  return address.padStart(64, '0') + amount.toString(16).padStart(64, '0')
}

export function encodeTransfer(terms: TransferTerms, frame: TransferFrame): Buffer {
  const call = Buffer.concat([
    bytes(1, prefixed(terms.owner)),
    bytes(2, prefixed(terms.contract)),
    bytes(4, Buffer.from(TRANSFER + transferArguments(terms.to, terms.amount), 'hex')),
  ])
  const parameter = Buffer.concat([bytes(1, Buffer.from(TYPE_URL)), bytes(2, call)])
  return Buffer.concat([
    bytes(1, Buffer.from(frame.refBlockBytes, 'hex')),
    bytes(4, Buffer.from(frame.refBlockHash, 'hex')),
    number(8, frame.expiration),
    bytes(11, Buffer.concat([number(1, TRIGGER_SMART_CONTRACT), bytes(2, parameter)])),
    number(14, frame.timestamp),
    number(18, terms.feeLimit),
  ])
}

export function encodeSigned(raw: Buffer, signature: Uint8Array): Buffer {
  return Buffer.concat([bytes(1, raw), bytes(2, signature)])
}

/** Id of the transaction, and the hash to sign. */
export const hashOf = (raw: Buffer) => createHash('sha256').update(raw).digest()

function varint(value: number): Buffer {
  const parts: number[] = []
  let left = BigInt(value)
  for (; left > 127n; left >>= 7n) parts.push(Number(left & 127n) | 128)
  return Buffer.from([...parts, Number(left)])
}

const number = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)])
const bytes = (field: number, value: Uint8Array) =>
  Buffer.concat([varint((field << 3) | 2), varint(value.length), value])

const prefixed = (address: string) => Buffer.from([PREFIX, ...bytesOf(address)])

function bytesOf(address: string): Uint8Array {
  const found = tronAddressBytes(address)
  if (!found) throw new Error(`${address} is no address on TRON`)
  return found
}
