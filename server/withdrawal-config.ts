import * as v from 'valibot'
import { fromDecimal } from '#server/coins/units.ts'
import { optional } from './environment.ts'

/** What withdrawing USDT on TRON costs, in its smallest unit. */
export interface WithdrawalConfig {
  readonly fee: bigint
  /** Smallest amount, the fee included. */
  readonly minimum: bigint
}

const DECIMALS = 6
const USDT = 'must be an amount of USDT such as 1 or 2.5'

/** An amount of USDT in its smallest unit. */
export const UsdtSchema = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/, USDT),
  v.transform((text) => fromDecimal(text, DECIMALS)),
)

export const WITHDRAWAL_ENVIRONMENT = {
  WITHDRAWAL_FEE_USDT: optional(UsdtSchema),
  WITHDRAWAL_MINIMUM_USDT: optional(UsdtSchema),
}
type WithdrawalEnvironment = v.InferOutput<v.ObjectSchema<typeof WITHDRAWAL_ENVIRONMENT, undefined>>

/** A minimum that the fee would eat up is raised to what leaves one unit. */
export function withdrawalConfigOf(set: WithdrawalEnvironment): WithdrawalConfig {
  const fee = set.WITHDRAWAL_FEE_USDT ?? 1_000_000n
  const minimum = set.WITHDRAWAL_MINIMUM_USDT ?? 5_000_000n
  return { fee, minimum: minimum > fee ? minimum : fee + 1n }
}
