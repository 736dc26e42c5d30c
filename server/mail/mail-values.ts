import type { MailKind } from '#server/db/mail-kind.ts'

type Nothing = Record<never, never>

/** What the text of each kind of mail is made from. A new kind is also a name in `MailKind` and a text in each language. */
export interface MailValues {
  'register-code': { readonly code: string }
  /** Somebody wants to register an address that has an account. */
  'register-known': Nothing
  'reset-code': { readonly code: string }
  welcome: Nothing
  'new-login': { readonly at: Date; readonly device: string; readonly address: string }
  'password-changed': Nothing
  'password-reset': Nothing
  /** To the new address. */
  'change-code': { readonly code: string }
  /** To the new address, which another account has. */
  'change-taken': Nothing
  /** To the old address; the new one is shortened. */
  'change-asked': { readonly newEmail: string }
  /** To both addresses; the new one is shortened. */
  'email-changed': { readonly newEmail: string; readonly uid: number; readonly heldUntil: Date | null }
  'totp-on': Nothing
  'totp-off': Nothing
  'recovery-code-used': { readonly left: number }
  'recovery-codes-renewed': Nothing
  'passkey-added': { readonly name: string }
  /** With the moment until which money and the ways in stay as they are, where nobody showed it. */
  'passkey-removed': { readonly name: string; readonly heldUntil: Date | null }
  /** Tried by whoever has a session of the player. */
  'wrong-codes': { readonly device: string; readonly address: string }
  /** `logsIn: false`: it only pays in. */
  'wallet-linked': { readonly address: string; readonly logsIn: boolean }
  'wallet-unlinked': { readonly address: string }
  'time-out': { readonly until: Date }
  'self-exclusion': { readonly until: Date }
  'withdrawal-asked': {
    readonly amount: string
    readonly symbol: string
    readonly network: string
    readonly address: string
  }
  'withdrawal-address-added': { readonly address: string }
  'whitelist-on': { readonly at: Date }
  /** When any address is allowed again. */
  'whitelist-ends': { readonly at: Date }
  'account-closed': Nothing
}

export interface MailText {
  /** That of a mail with a code begins with it: a notification then shows all there is to know. */
  readonly subject: string
  /** Paragraphs of plain text. */
  readonly lines: readonly string[]
  /** Shown large between the first paragraph and the others. */
  readonly code?: string
}

export type MailTexts = { readonly [Kind in MailKind]: (values: MailValues[Kind]) => MailText }
