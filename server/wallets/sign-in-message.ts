import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress, type ShownEvmAddress } from '#contract/values.ts'

// EIP-4361 (Sign-In With Ethereum), in the one form that this server creates. viem does not support hosts with a single
// label (`http://koi:8080`), and accepts more forms.

/** Follows the time in the statement. */
const LABEL = 'Koi'

/** A message for linking is bound to the player who requested it. */
export type MessageUse =
  | { readonly purpose: 'wallet-login'; readonly uid: null }
  | { readonly purpose: 'wallet-link' | 'wallet-deposit'; readonly uid: number }

/** Names the account: otherwise a thief could present a message for their own account as a log-in. */
function statementOf({ purpose, uid }: MessageUse): string {
  if (purpose === 'wallet-login') return LABEL
  const does = purpose === 'wallet-link' ? 'to log in to and pay into' : 'only to pay into'
  return `${LABEL}. This links the wallet ${does} account ${uid}.`
}

interface SignInMessage {
  /** For example `https://koi.example`. */
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

/** Null for any text in another form. The content is not verified. */
export function readSignInMessage(text: string): ReadMessage | null {
  const groups = FORM.exec(text)?.groups
  if (!groups) return null
  const { domain = '', uri = '', chainId, expiresAt = '' } = groups
  const address = v.parse(EvmAddressSchema, groups['address'])
  const expires = Date.parse(expiresAt)
  if (Number.isNaN(expires)) return null
  return { domain, uri, address, chainId: Number(chainId), expiresAt: expires }
}
