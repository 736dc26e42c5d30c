import * as v from 'valibot'
import {
  EmailSchema,
  NameSchema,
  NewPasswordSchema,
  NicknameSchema,
  PhoneSchema,
  PostalAddressSchema,
  RegionSchema,
  SixDigitsSchema,
  nameOf,
} from './account-fields.ts'
import { DoneSchema, WebAuthnJsonSchema } from './auth.ts'
import { endpoint, type DataOf } from './endpoint.ts'
import { GivenNameSchema } from './given-name.ts'
import { LocaleSchema } from './localized.ts'
import { AsksSchema, PROOF, PROOF_ERRORS } from './proof.ts'
import { PublicNumberSchema, SHOWN_AS } from './public-player.ts'
import { UserSchema } from './user.ts'
import {
  ChainIdSchema,
  CoinIdSchema,
  CountSchema,
  DecimalSchema,
  MomentSchema,
  ShownEvmAddressSchema,
} from './values.ts'

/** Optional contact data; empty until given. */
const ContactSchema = v.object({
  name: v.string(),
  phone: v.string(),
  address: v.string(),
  region: v.string(),
})

export const ProfileSchema = v.object({
  ...UserSchema.entries,
  ...ContactSchema.entries,
  /** `null` for an account opened by wallet, until the player adds an address. */
  email: v.nullable(v.string()),
  referralCode: v.string(),
  /** How public lists show the player. */
  shownAs: v.picklist(SHOWN_AS),
  publicNumber: PublicNumberSchema,
  locale: LocaleSchema,
  registeredAt: MomentSchema,
})
export type Profile = v.InferOutput<typeof ProfileSchema>

export const getProfile = endpoint({
  method: 'GET',
  path: '/user/profile',
  tag: 'account',
  access: 'player',
  summary: 'Get the profile of the player',
  data: ProfileSchema,
  errors: [],
})

export const changeProfile = endpoint({
  method: 'PUT',
  path: '/user/profile',
  tag: 'account',
  access: 'player',
  summary: 'Change nickname, how public lists show the player, and language of mails',
  body: v.object({
    nickname: v.optional(NicknameSchema),
    locale: v.optional(LocaleSchema),
    shownAs: v.optional(v.picklist(SHOWN_AS)),
  }),
  data: ProfileSchema,
  errors: [],
})

export const changeContact = endpoint({
  method: 'PUT',
  path: '/user/contact',
  tag: 'account',
  access: 'player',
  summary: 'Set the contact data for the delivery of prizes',
  body: v.object({
    name: NameSchema,
    phone: PhoneSchema,
    address: PostalAddressSchema,
    region: RegionSchema,
  }),
  data: ProfileSchema,
  errors: [],
})

export const removeContact = endpoint({
  method: 'DELETE',
  path: '/user/contact',
  tag: 'account',
  access: 'player',
  summary: 'Delete the contact data',
  data: ProfileSchema,
  errors: [],
})

export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const AVATAR_MAX_BYTES = 2 * 1024 * 1024

export const uploadAvatar = endpoint({
  method: 'PUT',
  path: '/user/avatar',
  tag: 'account',
  access: 'player',
  summary: 'Set the picture; the server redraws it as a square of 256 px',
  upload: { types: AVATAR_TYPES, maxBytes: AVATAR_MAX_BYTES },
  data: UserSchema,
  errors: ['avatar_invalid', 'payload_too_large', 'unsupported_media_type', 'rate_limited'],
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/user/avatar',
  tag: 'account',
  access: 'player',
  summary: 'Remove the picture; the app draws one from the uid',
  data: UserSchema,
  errors: [],
})

export const PasskeySchema = v.object({
  id: v.string(),
  name: GivenNameSchema,
  createdAt: MomentSchema,
  lastUsedAt: v.nullable(MomentSchema),
  /** Synchronized to the player's other devices by a cloud service. */
  isSynced: v.boolean(),
})
export type Passkey = v.InferOutput<typeof PasskeySchema>

export const LinkedWalletSchema = v.object({
  address: ShownEvmAddressSchema,
  /** Null if the wallet was linked before this was stored and has not signed since. */
  provenBy: v.nullable(v.picklist(['key', 'contract'])),
  /** Chain of a contract, whose address may belong to somebody else on other chains. Null for a key. */
  chainId: v.nullable(ChainIdSchema),
  logsIn: v.boolean(),
  /** Name of the wallet app; may be empty. */
  label: GivenNameSchema,
  linkedAt: MomentSchema,
  lastUsedAt: v.nullable(MomentSchema),
})
export type LinkedWallet = v.InferOutput<typeof LinkedWalletSchema>

export const SecuritySchema = v.object({
  email: v.nullable(v.string()),
  hasPassword: v.boolean(),
  passwordChangedAt: v.nullable(MomentSchema),
  hasTotp: v.boolean(),
  recoveryCodesLeft: CountSchema,
  asks: AsksSchema,
  passkeys: v.array(PasskeySchema),
  wallets: v.array(LinkedWalletSchema),
})
export type Security = v.InferOutput<typeof SecuritySchema>

export const getSecurity = endpoint({
  method: 'GET',
  path: '/user/security',
  tag: 'security',
  access: 'player',
  summary: 'Get the login methods of the account',
  data: SecuritySchema,
  errors: [],
})

export const SessionSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  isCurrent: v.boolean(),
  /** Browser and system, such as `Chrome · Android`; empty if unknown. */
  device: v.string(),
  address: v.string(),
  createdAt: MomentSchema,
  lastUsedAt: MomentSchema,
  expiresAt: MomentSchema,
})
export type Session = v.InferOutput<typeof SessionSchema>

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  tag: 'security',
  access: 'player',
  summary: 'List open sessions, this one first',
  data: v.array(SessionSchema),
  errors: [],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  tag: 'security',
  access: 'player',
  summary: 'End a session',
  params: v.object({ id: v.pipe(v.string(), v.uuid()) }),
  data: v.array(SessionSchema),
  errors: ['not_found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  tag: 'security',
  access: 'player',
  summary: 'End every session except this one',
  data: v.array(SessionSchema),
  errors: [],
})

export const LoginEventSchema = v.object({
  at: MomentSchema,
  method: v.picklist(['password', 'passkey', 'wallet', 'register']),
  outcome: v.picklist(['ok', 'wrong_password', 'wrong_code', 'refused']),
  device: v.string(),
  address: v.string(),
})
export type LoginEvent = v.InferOutput<typeof LoginEventSchema>

export const listLogins = endpoint({
  method: 'GET',
  path: '/user/logins',
  tag: 'security',
  access: 'player',
  summary: 'List the last 50 login attempts, newest first',
  data: v.array(LoginEventSchema),
  errors: [],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/user/password',
  tag: 'security',
  access: 'player',
  summary: 'Change the password, or set the first one; ends every other session',
  body: v.object({ ...PROOF, newPassword: NewPasswordSchema }),
  data: DoneSchema,
  /** `conflict`: an account without an e-mail address needs no password. */
  errors: [...PROOF_ERRORS, 'password_common', 'conflict'],
})

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/user/email',
  tag: 'security',
  access: 'player',
  summary: 'Send a code to the new address and a notice to the old one',
  body: v.object({ ...PROOF, email: EmailSchema, locale: v.optional(LocaleSchema) }),
  data: v.object({ expiresInS: v.number(), resendInS: v.number() }),
  errors: PROOF_ERRORS,
})

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/user/email',
  tag: 'security',
  access: 'player',
  summary:
    'Change to the new address; ends every other session, notifies both addresses, and delays withdrawals for a day',
  body: v.object({ email: EmailSchema, emailCode: SixDigitsSchema }),
  data: SecuritySchema,
  errors: ['email_code_invalid', 'email_taken', 'break_active', 'rate_limited'],
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/user/totp',
  tag: 'security',
  access: 'player',
  summary: 'Get a secret for an authenticator; it counts once a code of it is confirmed',
  body: v.object(PROOF),
  data: v.object({
    /** Base32, to type in. */
    secret: v.string(),
    /** `otpauth://` URL for the QR code. */
    uri: v.string(),
  }),
  errors: [...PROOF_ERRORS, 'conflict'],
})

export const RecoveryCodesSchema = v.object({ recoveryCodes: v.array(v.string()) })

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/user/totp',
  tag: 'security',
  access: 'player',
  summary: 'Switch the second step on; the recovery codes in the answer are never shown again',
  body: v.object({ code: SixDigitsSchema }),
  data: RecoveryCodesSchema,
  errors: ['totp_invalid', 'conflict', 'rate_limited'],
})

export const removeTotp = endpoint({
  method: 'POST',
  path: '/user/totp/off',
  tag: 'security',
  access: 'player',
  summary: 'Switch the second step off',
  body: v.object(PROOF),
  data: SecuritySchema,
  errors: [...PROOF_ERRORS, 'conflict'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/totp/recovery-codes',
  tag: 'security',
  access: 'player',
  summary: 'Replace the recovery codes; the old ones stop working',
  body: v.object(PROOF),
  data: RecoveryCodesSchema,
  errors: [...PROOF_ERRORS, 'conflict'],
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys/options',
  tag: 'security',
  access: 'player',
  summary: 'Get options to create a passkey',
  body: v.object(PROOF),
  data: v.object({ options: WebAuthnJsonSchema }),
  errors: [...PROOF_ERRORS, 'conflict'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys',
  tag: 'security',
  access: 'player',
  summary: 'Add a passkey',
  body: v.object({
    response: WebAuthnJsonSchema,
    name: nameOf(60),
  }),
  data: SecuritySchema,
  errors: ['passkey_invalid', 'rate_limited'],
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys/:id/removal',
  tag: 'security',
  access: 'player',
  summary: 'Remove a passkey',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,1024}$/)) }),
  body: v.object({
    ...PROOF,
    /** The player cannot use any passkey: it is removed anyway, and then `proof_waits` for a day. */
    isLost: v.optional(v.literal(true)),
  }),
  data: SecuritySchema,
  errors: [...PROOF_ERRORS, 'not_found', 'last_way_in'],
})

export const EXPORT_LISTS = [
  'bets',
  'receipts',
  'seeds',
  'autoPlays',
  'movements',
  'seals',
  'sealedReceipts',
  'providerCalls',
] as const
const ExportListSchema = v.picklist(EXPORT_LISTS)
export type ExportList = v.InferOutput<typeof ExportListSchema>

/** Opaque to clients. */
const ExportCursorSchema = v.pipe(v.string(), v.regex(/^\d{1,18}(?:-\d{1,18}-\d{1,3})?$/))

export const exportAccount = endpoint({
  method: 'POST',
  path: '/user/export',
  tag: 'account',
  access: 'player',
  summary: 'Export all data about the player without secrets, with the first page of long lists',
  body: v.object(PROOF),
  data: v.looseObject({
    /** Lists with further pages, each with its cursor for `GET /user/export/:list`. */
    next: v.record(ExportListSchema, ExportCursorSchema),
  }),
  errors: PROOF_ERRORS,
})

export const exportMore = endpoint({
  method: 'GET',
  path: '/user/export/:list',
  tag: 'account',
  access: 'player',
  summary:
    'Get a page of a list of the export, without `after` the first one; needs no proof, because the session can read the data anyway',
  params: v.object({ list: ExportListSchema }),
  query: v.object({ after: v.optional(ExportCursorSchema) }),
  data: v.object({
    items: v.array(v.unknown()),
    /** `after` of the next page; null on the last one. */
    next: v.nullable(ExportCursorSchema),
  }),
  errors: ['rate_limited'],
})

export const getUnclaimed = endpoint({
  method: 'GET',
  path: '/user/unclaimed',
  tag: 'account',
  access: 'player',
  summary: 'Get the rewards and gifts that would be lost if the account was closed now',
  data: v.object({
    /** All amounts are in it. */
    coin: CoinIdSchema,
    rakeback: DecimalSchema,
    /** 0 until the next level is reached. */
    levelGift: DecimalSchema,
    referral: DecimalSchema,
    /** Gathered for the next turn of the daily wheel. */
    wheel: DecimalSchema,
    freeRounds: CountSchema,
  }),
  errors: [],
})

export type Unclaimed = DataOf<typeof getUnclaimed>

export const closeAccount = endpoint({
  method: 'POST',
  path: '/user/close',
  tag: 'account',
  access: 'player',
  summary: 'Close the account for good: personal data is erased, every session ends',
  body: v.object({
    ...PROOF,
    /**
     * Gives up the balance, and rewards that can be claimed as money. Without it, an account that has any is not
     * closed.
     */
    forfeitBalance: v.optional(v.boolean()),
  }),
  data: DoneSchema,
  errors: [...PROOF_ERRORS, 'balance_left', 'withdrawal_open', 'round_open'],
})
