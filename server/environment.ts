import * as v from 'valibot'
import { isEvmAddress } from '#contract/evm-checksum.ts'

// What the schemas of environment variables are made of. Messages continue a sentence that begins with the variable's name.

/** An empty variable counts as one that is not set. */
export const optional = <T extends v.GenericSchema<string, unknown>>(schema: T) =>
  v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      schema,
    ]),
  )

export const FlagSchema = v.pipe(
  v.picklist(['0', '1', 'false', 'true'], 'must be 1 or 0'),
  v.transform((text) => text === '1' || text === 'true'),
)

/** Address of a service, without slashes at its end. */
export const addressOf = (protocols: RegExp, message: string) =>
  v.pipe(v.string(), v.check(isAddress(protocols), message), v.transform(withoutSlash))

export const HTTP = /^https?:$/
export const WEBSOCKET = /^wss?:$/

/** One address for each of the two chains, each of which may be empty. */
export const addressPair = (message: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((each) => each.trim())),
    v.check((urls) => urls.length === 2 && urls.every((url) => url === '' || isAddress(HTTP)(url)), message),
    v.transform((urls) => urls.map((url) => (url === '' ? null : withoutSlash(url)))),
  )

/** One text for each of the two chains, which the pattern lets through; an empty one is null. */
export const pairOf = (pattern: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((each) => each.trim())),
    v.check(
      (parts) => parts.length === 2 && parts.every((each) => each === '' || pattern.test(each)),
      message,
    ),
    v.transform((parts) => parts.map((each) => (each === '' ? null : each))),
  )

/** What `a=…+b=…` gives values to. */
export const namesIn = (text: string | null) => text?.split('+').map((each) => each.split('=')[0] ?? '') ?? []

export const isEachOnce = (names: readonly string[]) => new Set(names).size === names.length

/** Addresses of EVM chains in a text. */
export const evmAddressesIn = (text: string | null) => text?.match(/0x[0-9a-f]{40}/gi) ?? []

/** Of a pair: addresses with capital letters have the right ones. */
export const haveChecksums = v.check<(string | null)[], string>(
  (parts) => parts.every((part) => evmAddressesIn(part).every(isEvmAddress)),
  'has an address whose capital letters do not fit it (EIP-55): look for a typing mistake',
)

export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function isAddress(protocols: RegExp) {
  return (text: string): boolean => {
    const url = parseUrl(text)
    return url !== null && protocols.test(url.protocol) && url.hostname !== '' && !/[\s;]/.test(text)
  }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
