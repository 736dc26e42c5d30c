import type { changeContact, changeProfile, Profile } from '#contract/account.ts'
import type { Endpoint, ParsedRequest } from '#contract/endpoint.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount, readAccount } from '#server/identity/account-row.ts'
import { readUser } from './user.ts'

type Body<E extends Endpoint> = ParsedRequest<E>['body']

export async function readProfile(db: Database, uid: number): Promise<Profile> {
  const user = await readUser(db, uid)
  const account = await readAccount(db, uid)
  const { email, name, phone, address, region, locale } = account
  return {
    ...user,
    email,
    name,
    phone,
    address,
    region,
    locale,
    referralCode: account.referral_code,
    shownAs: account.shown_as,
    publicNumber: Number(account.public_number),
    registeredAt: account.created_at.toISOString(),
  }
}

export async function changeProfileOf(
  db: Database,
  uid: number,
  { nickname, locale, shownAs }: Body<typeof changeProfile>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, uid)
    await trx
      .updateTable('account')
      .set({
        nickname: nickname ?? account.nickname,
        locale: locale ?? account.locale,
        shown_as: shownAs ?? account.shown_as,
      })
      .where('id', '=', uid)
      .execute()
  })
}

const NO_CONTACT = { name: '', phone: '', address: '', region: '' }

export async function changeContactOf(
  db: Database,
  uid: number,
  contact: Body<typeof changeContact> | null,
): Promise<void> {
  await db
    .updateTable('account')
    .set(contact ?? NO_CONTACT)
    .where('id', '=', uid)
    .where('closed_at', 'is', null)
    .execute()
}
