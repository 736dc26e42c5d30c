import type { MailKind } from '#server/db/mail-kind.ts'

type Nothing = Record<never, never>

/** A new kind is also a name in `MailKind` and a text in each language. */
export interface MailValues {
  'register-code': { readonly code: string }
  'register-known': Nothing
  'reset-code': { readonly code: string }
  welcome: Nothing
  'new-login': { readonly at: Date; readonly device: string; readonly address: string }
  'password-changed': Nothing
  'password-reset': Nothing
  'change-code': { readonly code: string }
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
  /** `heldUntil` ends the delay of money and login methods after the removal of a lost passkey. */
  'passkey-removed': { readonly name: string; readonly heldUntil: Date | null }
  /** From a session of the player, perhaps a stolen one. */
  'wrong-codes': { readonly device: string; readonly address: string }
  /** `logsIn: false`: for deposits only. */
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
  'whitelist-ends': { readonly at: Date }
  'account-closed': Nothing
  /** By an operator. */
  'sessions-ended': Nothing
  /** Written by an operator, for players who have chosen mail of its topic. */
  news: { readonly title: string; readonly text: string }
}

export interface MailText {
  /** Begins with the code, so that a notification shows it. */
  readonly subject: string
  readonly lines: readonly string[]
  readonly code?: string
}

export type MailTexts = { readonly [Kind in MailKind]: (values: MailValues[Kind]) => MailText }
