import * as v from 'valibot'

// Rules of fields that forms and endpoints, or several forms, share. Messages are codes that the forms translate.

export const PASSWORD_MIN = 10
/** Far above any passphrase, and low enough that hashing stays cheap. */
export const PASSWORD_MAX = 256
export const NICKNAME_MAX = 32

/** Compared and stored in lower case. */
export const EmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('required'),
  v.maxLength(254, 'too_long'),
  v.toLowerCase(),
  v.email('email'),
)

/** A password being chosen. Spaces at the ends belong to it. */
export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('required'),
  v.minLength(PASSWORD_MIN, 'password_short'),
  v.maxLength(PASSWORD_MAX, 'too_long'),
)

/** A password being checked: it may be older than the present rules. */
export const PasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('required'),
  v.maxLength(PASSWORD_MAX, 'too_long'),
)

/**
 * Normalizes a typed or pasted code: full-width characters, spaces, all kinds of dashes, and invisible characters
 * that mail programs add.
 */
const plainCode = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u2212\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()

const codeSchema = v.pipe(v.string(), v.transform(plainCode))

export const SixDigitsSchema = v.pipe(codeSchema, v.nonEmpty('required'), v.regex(/^\d{6}$/, 'six_digits'))

/** A code of the authenticator, or a recovery code (`XXXXX-XXXXX`). */
export const SecondFactorSchema = v.pipe(
  codeSchema,
  v.nonEmpty('required'),
  v.regex(/^(?:\d{6}|[0-9A-Z]{10})$/, 'second_factor'),
)

/** Printable, on one line, without direction marks, which would reorder a page's text. */
const LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u
const LINES = /^(?:\n|[^\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])*$/u

export const lineOf = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, 'too_long'), v.regex(LINE, 'line'))

/** A visible character: no space, no combining mark, none that fonts leave blank. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** May be empty, but not blank. */
export const nameOf = (max: number) =>
  v.pipe(
    lineOf(max),
    v.check((name) => name === '' || VISIBLE.test(name), 'blank_name'),
  )

/** Shown to other players; may be empty. */
export const NicknameSchema = nameOf(NICKNAME_MAX)

/** `Please fill in the name` */
export const NameSchema = v.pipe(nameOf(80), v.nonEmpty('name_missing'))

/** International form, `+` and 8 to 15 digits as in E.164; `Malformed phone number` */
export const PhoneSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[\s().-]/g, '')),
  v.regex(/^\+[1-9]\d{7,14}$/, 'phone_malformed'),
)

/** `Address can not be empty` */
export const PostalAddressSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('address_missing'),
  v.maxLength(300, 'too_long'),
  v.regex(LINES, 'line'),
)

/** ISO 3166-1 alpha-2; `Please select a receiving area` */
export const RegionSchema = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'region_missing'))

export const ReferralCodeSchema = v.pipe(codeSchema, v.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, 'referral_code'))

/** May be empty. */
export const OptionalReferralCodeSchema = v.union([
  v.pipe(v.string(), v.trim(), v.literal('')),
  ReferralCodeSchema,
])

const tickedSchema = (message: string) =>
  v.pipe(
    v.boolean(),
    v.check((isTicked: boolean) => isTicked, message),
  )

export const ConfirmedSchema = tickedSchema('unconfirmed')

/** The player declares to be 18 or older. */
export const AdultSchema = tickedSchema('adult')
