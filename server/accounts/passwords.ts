import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN } from '#contract/account-fields.ts'
import { Refusal } from '#server/base/refusal.ts'

/** OWASP's recommendation for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Checked for an unknown address, so that it takes as long as a known one. */
const NOBODY = hash('nobody has this password', COST)

const COMMON = new Set(dictionary['passwords-common'].filter((each) => String(each).length >= PASSWORD_MIN))

export const hashPassword = (password: string): Promise<string> => hash(normalise(password), COST)

/** Null for the hash returns false after the same work. */
export async function fitsPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await NOBODY), normalise(password))
  return fits && passwordHash !== null
}

/** @throws Refusal `password_common` */
export function refuseCommonPassword(password: string, email: string): void {
  const text = normalise(password).toLowerCase()
  const [local = ''] = email.split('@')
  const isOwnAddress = text === email || (local.length >= 4 && text.replaceAll(local, '').length < 4)
  const isRepeated = new Set(text).size <= 3
  if (COMMON.has(text) || isOwnAddress || isRepeated || isSequence(text)) {
    throw new Refusal('password_common', 'This password is easily guessed')
  }
}

/** Examples: `abcdefghij`, `9876543210`. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((each, at) => each.charCodeAt(0) - text.charCodeAt(at))
  return new Set(steps.map((step) => (step === -9 || step === 9 ? step / -9 : step))).size === 1
}

/** The same letters typed on another operating system are the same password. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}
