import * as v from 'valibot'

/** ISO date-time in UTC. */
export const MomentSchema = v.pipe(v.string(), v.isoTimestamp())

export const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Number of a row as text: it may exceed the range of a JavaScript number. */
export const RowIdSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/))

/** A non-negative decimal number as a string: no sign, no exponent, no leading zeros. */
export const DecimalSchema = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d*)(?:\.\d+)?$/))

/** As `DecimalSchema`, but may be negative. */
export const SignedDecimalSchema = v.pipe(v.string(), v.regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/))

/** `symbol-network` in lower case, for example `usdt-tron`. */
export const CoinIdSchema = v.pipe(v.string(), v.regex(/^[a-z0-9]{1,20}-[a-z0-9]{1,20}$/))

/** `usdt-tron` → `USDT`. */
export const coinSymbol = (coin: string): string => (coin.split('-')[0] ?? coin).toUpperCase()

/** `usdt-tron` → `TRON`. */
export const coinNetwork = (coin: string): string => coin.slice(coin.indexOf('-') + 1).toUpperCase()

/** `10.5` → 1050n. Digits beyond cents are cut off. */
export function centsOf(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.')
  return BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'))
}

export const ChainIdSchema = v.pipe(v.number(), v.integer(), v.minValue(1))

declare const KIND: unique symbol
/** In lower case, for storing and comparing. */
export type EvmAddress = `0x${string}` & { readonly [KIND]: 'evm' }
/** With the capitals of its checksum (EIP-55), for people. */
export type ShownEvmAddress = `0x${string}` & { readonly [KIND]: 'shown evm' }
/** Base58 with its checksum. */
export type TronAddress = string & { readonly [KIND]: 'tron' }

const EvmFormSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))

/** Accepts any capitals. */
export const EvmAddressSchema = v.pipe(
  EvmFormSchema,
  v.toLowerCase(),
) as v.GenericSchema<string> as v.GenericSchema<string, EvmAddress>

/** For answers of the server, which writes the checksum. */
export const ShownEvmAddressSchema = EvmFormSchema as v.GenericSchema<string> as v.GenericSchema<
  string,
  ShownEvmAddress
>

/** Refuses lists, which a record would accept. */
export const JsonObjectSchema = v.pipe(
  v.custom<Record<string, unknown>>((value) => !Array.isArray(value), 'object'),
  v.record(v.string(), v.unknown()),
)
