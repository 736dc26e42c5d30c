import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress, type ShownEvmAddress } from '#contract/values.ts'

// Text of EIP-4361 (Sign-In With Ethereum) in the one form this server makes. viem makes the same, but knows
// no host of a single label (`http://koi:8080`), and reads more forms than are ever handed out.

/** Name of this site, after the time in the statement. */
const LABEL = 'Koi'

/** A message for linking is bound to the player who asked for it. */
export type MessageUse =
  | { readonly purpose: 'wallet-login'; readonly uid: null }
  | { readonly purpose: 'wallet-link' | 'wallet-deposit'; readonly uid: number }

/** The signer must see the account: a thief could pass off the message of his own account as a log-in. */
function statementOf({ purpose, uid }: MessageUse): string {
  if (purpose === 'wallet-login') return LABEL
  const does = purpose === 'wallet-link' ? 'to log in to and pay into' : 'only to pay into'
  return `${LABEL}. This links the wallet ${does} account ${uid}.`
}

interface SignInMessage {
  /** Origin of the site, such as `https://koi.example`. */
  readonly origin: string
  readonly address: ShownEvmAddress
  readonly use: MessageUse
  readonly chainId: number
  readonly nonce: string
  readonly issuedAt: Date
  readonly expiresAt: Date
}

export function composeSignInMessage(message: SignInMessage): string {
  const { origin, address, use, chainId, nonce, issuedAt, expiresAt } = message
  const seconds = Math.floor(issuedAt.getTime() / 1000)
  return `${new URL(origin).host} wants you to sign in with your Ethereum account:
${address}

${seconds}:${statementOf(use)}

URI: ${origin}
Version: 1
Chain ID: ${chainId}
Nonce: ${nonce}
Issued At: ${issuedAt.toISOString()}
Expiration Time: ${expiresAt.toISOString()}`
}

const MOMENT = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z`
const FORM = new RegExp(
  String.raw`^(?<domain>\S{1,260}) wants you to sign in with your Ethereum account:
(?<address>0x[0-9a-fA-F]{40})

\d{1,12}:${LABEL}(?:\. This links the wallet [ a-z]{1,40} account \d{1,10}\.)?

URI: (?<uri>\S{1,300})
Version: 1
Chain ID: (?<chainId>[1-9]\d{0,14})
Nonce: [0-9a-f]{32}
Issued At: ${MOMENT}
Expiration Time: (?<expiresAt>${MOMENT})$`,
)

export interface ReadMessage {
  readonly domain: string
  readonly uri: string
  readonly address: EvmAddress
  readonly chainId: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** What a message of this server's form says; null for any other text. None of it is proven. */
export function readSignInMessage(text: string): ReadMessage | null {
  const groups = FORM.exec(text)?.groups
  if (!groups) return null
  const { domain = '', uri = '', chainId, expiresAt = '' } = groups
  const address = v.parse(EvmAddressSchema, groups['address'])
  const expires = Date.parse(expiresAt)
  if (Number.isNaN(expires)) return null
  return { domain, uri, address, chainId: Number(chainId), expiresAt: expires }
}
