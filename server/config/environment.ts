import * as v from 'valibot'

// Parts of the schemas for environment variables. A message continues a sentence that begins with the variable's
// name.

export interface AboutVariable {
  readonly section:
    'Every server' | 'Live mode' | 'Prices' | 'TRON' | 'Wallets' | 'Console' | 'Signer' | 'Backups'
  readonly meaning: string
  readonly unset?: string
  readonly isNeededLive?: boolean
  readonly isSecret?: boolean
}

/** An empty variable counts as not set. */
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

const PORT = 'must be a port number from 0 to 65535'
export const PortSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, PORT),
  v.transform(Number),
  v.maxValue(65_535, PORT),
)

/** An address or a name to listen at. */
export const HostSchema = v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name'))

export const HTTP = /^https?:$/
const WEBSOCKET = /^wss?:$/

export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

export function isOrigin(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && HTTP.test(url.protocol) && url.origin === text
}

/** Passkeys and installation work there. */
export function isSafeOrigin(origin: string): boolean {
  const url = parseUrl(origin)
  return (
    url?.protocol === 'https:' ||
    /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(url?.hostname ?? '')
  )
}

export function isAddress(protocols: RegExp) {
  return (text: string): boolean => {
    const url = parseUrl(text)
    return url !== null && protocols.test(url.protocol) && url.hostname !== '' && !/[\s;]/.test(text)
  }
}

const addressOf = (protocols: RegExp, message: string) =>
  v.pipe(
    v.string(message),
    v.check(isAddress(protocols), message),
    v.transform((url) => url.replace(/\/+$/, '')),
  )

export const HTTP_ADDRESS = 'must be an http or https address'
export const HttpAddressSchema = addressOf(HTTP, HTTP_ADDRESS)
export const WebSocketAddressSchema = addressOf(WEBSOCKET, 'must be a ws or wss address')
