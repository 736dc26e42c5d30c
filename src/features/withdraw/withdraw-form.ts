import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import * as v from 'valibot'
import { parseEvmAddress } from '#contract/evm-checksum.ts'
import {
  WithdrawalAddressSchema,
  WithdrawalAmountSchema,
  type WithdrawalTerms,
} from '#contract/withdrawals.ts'
import { compare, formatDecimal, parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { typedToWire } from '#lib/typed-to-wire.ts'

export interface WithdrawalDraft {
  /** In the API's form. */
  readonly amount: string
  readonly address: string
}

export const isZeroText = (text: string) => compare(decimalOf(text), ZERO) === 0

const decimalOf = (text: string) => parseDecimal(text) ?? ZERO

/** Checks a typed amount against the minimum and the available balance. */
export function isPossible(amount: string, { minimum, available, decimals }: WithdrawalTerms): boolean {
  const typed = parseTypedAmount(amount, decimals)
  if (!typed) return false
  return compare(typed, decimalOf(minimum)) >= 0 && compare(typed, decimalOf(available)) <= 0
}

/** The amount minus the fee, in the API's form; null if nothing is left. */
export function arriving(amount: string, { fee, decimals }: WithdrawalTerms): string | null {
  const left = unitsAt(decimalOf(amount), decimals) - unitsAt(decimalOf(fee), decimals)
  return left > 0n ? formatDecimal({ units: left, scale: decimals }) : null
}

/** Rejects invalid input before the server does. */
export function withdrawalSchema({ minimum, available, decimals, addresses }: WithdrawalTerms) {
  const isAtMost = (amount: string, most: string) => compare(decimalOf(amount), decimalOf(most)) <= 0
  return v.object({
    amount: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('required'),
      v.transform((text) => typedToWire(text, decimals)),
      WithdrawalAmountSchema,
      v.check((amount) => (amount.split('.')[1]?.length ?? 0) <= decimals, 'amount'),
      v.check((amount) => isAtMost(minimum, amount), 'amount_small'),
      v.check((amount) => isAtMost(amount, available), 'amount_large'),
    ),
    address: v.pipe(
      WithdrawalAddressSchema,
      v.check((text) => isChainAddress(text, addresses), 'chain_address'),
    ),
  })
}

const NOWHERE = `0x${'0'.repeat(40)}`

/** Includes the checksum, so that a typing error is found before sending. */
function isChainAddress(text: string, addresses: WithdrawalTerms['addresses']): boolean {
  return addresses === 'evm' ? parseEvmAddress(text) !== null && text !== NOWHERE : isTronAddress(text)
}

const base58check = createBase58check(sha256)
/** First byte of every TRON address. */
const PREFIX = 0x41
const LENGTH = 21

/** Includes the checksum, so that a typing error is found before sending. */
function isTronAddress(text: string): boolean {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === LENGTH && bytes[0] === PREFIX
  } catch {
    return false
  }
}
