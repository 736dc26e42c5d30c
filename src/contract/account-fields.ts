import * as v from 'valibot'

// Rules of the fields that forms and endpoints, or several forms, share. Messages are codes that the forms translate.

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

/** A password being chosen. A space at either end belongs to it. */
export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('required'),
  v.minLength(PASSWORD_MIN, 'password_short'),
  v.maxLength(PASSWORD_MAX, 'too_long'),
)

/** A password being checked: rules may have been others when it was chosen. */
export const PasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('required'),
  v.maxLength(PASSWORD_MAX, 'too_long'),
)

/**
 * What a code says, however it was typed or pasted: full-width signs, and spaces, dashes of all kinds and invisible
 * marks that mail programs and players put between the signs.
 */
const plainCode = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u2212\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()

const codeSchema = v.pipe(v.string(), v.transform(plainCode))

export const SixDigitsSchema = v.pipe(codeSchema, v.nonEmpty('required'), v.regex(/^\d{6}$/, 'six_digits'))

/** A code of the authenticator, or one of the recovery codes (`XXXXX-XXXXX`). */
export const SecondFactorSchema = v.pipe(
  codeSchema,
  v.nonEmpty('required'),
  v.regex(/^(?:\d{6}|[0-9A-Z]{10})$/, 'second_factor'),
)

/** Printable, on one line, and no direction marks that would turn a page's text around. */
const LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u
/** The same on several lines. */
const LINES = /^(?:\n|[^\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])*$/u

export const lineOf = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, 'too_long'), v.regex(LINE, 'line'))

/** A sign that shows: no space, no mark of another sign, none of those that fonts leave blank. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** What somebody calls something; empty for nothing, which a name of blanks would only look like. */
export const nameOf = (max: number) =>
  v.pipe(
    lineOf(max),
    v.check((name) => name === '' || VISIBLE.test(name), 'blank_name'),
  )

/** What others may see a player called; empty for none. */
export const NicknameSchema = nameOf(NICKNAME_MAX)

/** `Please fill in the name` */
export const NameSchema = v.pipe(nameOf(80), v.nonEmpty('name_missing'))

/** International form, `+` and 8 to 15 digits as E.164 has them; `Malformed phone number` */
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

/** The field of a referral code that may be left empty. */
export const OptionalReferralCodeSchema = v.union([
  v.pipe(v.string(), v.trim(), v.literal('')),
  ReferralCodeSchema,
])

const tickedSchema = (message: string) =>
  v.pipe(
    v.boolean(),
    v.check((isTicked: boolean) => isTicked, message),
  )

/** A box that has to be ticked before the form is sent. */
export const ConfirmedSchema = tickedSchema('unconfirmed')

/** The box by which a player says to be 18 or older. */
export const AdultSchema = tickedSchema('adult')
