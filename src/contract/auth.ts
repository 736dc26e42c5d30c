import * as v from 'valibot'
import {
  EmailSchema,
  NewPasswordSchema,
  NicknameSchema,
  PasswordSchema,
  ReferralCodeSchema,
  SecondFactorSchema,
  SixDigitsSchema,
} from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { JsonObjectSchema } from './values.ts'
import { DEFAULT_LOCALE, LocaleSchema } from './localized.ts'

export const DoneSchema = v.object({})

/** 256 random bits as base64url; the server stores only the hash. */
export const TokenSchema = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })

/** JSON of the WebAuthn standard, made and read by its libraries. */
export const WebAuthnJsonSchema = JsonObjectSchema

export const EMAIL_CODE_PURPOSES = ['register', 'reset'] as const

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  tag: 'auth',
  access: 'public',
  summary: 'Log in with e-mail and password, and a code if the account requires one',
  body: v.object({
    email: EmailSchema,
    password: PasswordSchema,
    /** Code of the authenticator or a recovery code; required after `totp_required`. */
    code: v.optional(SecondFactorSchema),
  }),
  data: TokenSchema,
  errors: ['invalid_credentials', 'totp_required', 'totp_invalid', 'rate_limited'],
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  tag: 'auth',
  access: 'public',
  summary: 'Get options for a login with any passkey',
  body: v.object({}),
  data: v.object({ options: WebAuthnJsonSchema }),
  errors: ['rate_limited'],
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  tag: 'auth',
  access: 'public',
  summary: 'Log in with the answer of a passkey',
  body: v.object({ response: WebAuthnJsonSchema }),
  data: TokenSchema,
  errors: ['passkey_invalid', 'rate_limited'],
})

export const requestEmailCode = endpoint({
  method: 'GET',
  path: '/user/email-code',
  tag: 'auth',
  access: 'public',
  summary: 'Send a 6-digit code; the answer does not reveal if the address is known',
  query: v.object({
    email: EmailSchema,
    purpose: v.picklist(EMAIL_CODE_PURPOSES),
    locale: v.optional(LocaleSchema, DEFAULT_LOCALE),
  }),
  data: v.object({
    expiresInS: v.number(),
    /** Seconds until another code can be sent to this address. */
    resendInS: v.number(),
  }),
  errors: ['rate_limited'],
})

export const register = endpoint({
  method: 'POST',
  path: '/user/register',
  tag: 'auth',
  access: 'public',
  summary: 'Open an account for an address verified by code, and log in',
  body: v.object({
    email: EmailSchema,
    password: NewPasswordSchema,
    emailCode: SixDigitsSchema,
    nickname: v.optional(NicknameSchema, ''),
    referralCode: v.optional(ReferralCodeSchema),
    /** The player declares to be 18 or older. */
    isAdult: v.literal(true, 'adult'),
    locale: v.optional(LocaleSchema, DEFAULT_LOCALE),
  }),
  data: TokenSchema,
  errors: [
    'email_code_invalid',
    'email_taken',
    'password_common',
    'referral_code_unknown',
    'break_active',
    'rate_limited',
  ],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/user/reset-password',
  tag: 'auth',
  access: 'public',
  summary: 'Set a new password for an address verified by code; ends every session',
  body: v.object({ email: EmailSchema, emailCode: SixDigitsSchema, password: NewPasswordSchema }),
  data: DoneSchema,
  errors: ['email_code_invalid', 'password_common', 'rate_limited'],
})
