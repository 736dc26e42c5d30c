import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import { grantPracticeUsdt } from '#server/balances/practice-grant.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Mode } from '#server/config/config.ts'
import type { Database, Tables } from '#server/db/tables.ts'

type NewAccount = Omit<
  Insertable<Tables['account']>,
  'referral_code' | 'adult_confirmed_at' | 'created_at' | 'closed_at'
>

/**
 * Grants practice money in practice mode.
 * @returns the player's number, or null when another account has the e-mail address
 */
export async function openAccount(
  trx: Database,
  account: NewAccount,
  { mode, now }: { readonly mode: Mode; readonly now: number },
): Promise<number | null> {
  const at = new Date(now)
  const row = await trx
    .insertInto('account')
    .values({
      ...account,
      referral_code: await freeReferralCode(trx),
      adult_confirmed_at: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && mode === 'practice') await grantPracticeUsdt(trx, row.id, now)
  return row?.id ?? null
}

/** @throws Refusal `referral_code_unknown` */
export async function inviterOf(db: Database, referralCode: string | undefined): Promise<number | null> {
  if (referralCode === undefined) return null
  const inviter = await db
    .selectFrom('account')
    .select('id')
    .where('referral_code', '=', referralCode)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!inviter) throw new Refusal('referral_code_unknown', 'No player has this referral code')
  return inviter.id
}

/** Crockford's base 32, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

async function freeReferralCode(trx: Database): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 8 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
    const taken = await trx
      .selectFrom('account')
      .select('id')
      .where('referral_code', '=', code)
      .executeTakeFirst()
    if (!taken) return code
  }
}
