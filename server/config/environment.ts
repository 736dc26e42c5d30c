import * as v from 'valibot'

// What the schemas of environment variables are made of. Messages continue a sentence that begins with the variable's name.

/** What docs/configuration.md says about a variable. */
export interface AboutVariable {
  readonly section: 'Every server' | 'Live mode' | 'Prices' | 'TRON' | 'Wallets' | 'Signer'
  readonly meaning: string
  /** What counts when it is not set, where that is a value. */
  readonly unset?: string
  /** Live mode does not start without it. */
  readonly isNeededLive?: boolean
  /** Never printed. */
  readonly isSecret?: boolean
}

/** A variable that may be left out; an empty one counts as one that is not set. */
export const variable = <T extends v.GenericSchema<string, unknown>>(schema: T, about: AboutVariable) =>
  v.pipe(
    v.optional(
      v.union([
        v.pipe(
          v.literal(''),
          v.transform(() => undefined),
        ),
        schema,
      ]),
    ),
    v.metadata({ about }),
  )

export const FlagSchema = v.pipe(
  v.picklist(['0', '1', 'false', 'true'], 'must be 1 or 0'),
  v.transform((text) => text === '1' || text === 'true'),
)

export const HTTP = /^https?:$/
const WEBSOCKET = /^wss?:$/

export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** Whether a text is the address of a service of one of these protocols. */
export function isAddress(protocols: RegExp) {
  return (text: string): boolean => {
    const url = parseUrl(text)
    return url !== null && protocols.test(url.protocol) && url.hostname !== '' && !/[\s;]/.test(text)
  }
}

/** Address of a service, without slashes at its end. */
const addressOf = (protocols: RegExp, message: string) =>
  v.pipe(
    v.string(message),
    v.check(isAddress(protocols), message),
    v.transform((url) => url.replace(/\/+$/, '')),
  )

export const HTTP_ADDRESS = 'must be an http or https address'
export const HttpAddressSchema = addressOf(HTTP, HTTP_ADDRESS)
export const WebSocketAddressSchema = addressOf(WEBSOCKET, 'must be a ws or wss address')
