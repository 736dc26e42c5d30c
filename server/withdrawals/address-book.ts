import type { ParsedRequest } from '#contract/endpoint.ts'
import * as contract from '#contract/withdrawals.ts'
import {
  MAX_WITHDRAWAL_ADDRESSES,
  WHITELIST_WAIT_HOURS,
  type AddressBook,
  type WithdrawalTerms,
} from '#contract/withdrawals.ts'
import { readAsks } from '#server/accounts/asks.ts'
import { prove } from '#server/accounts/prove.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'
import type { Database } from '#server/db/tables.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { checkAddress } from './check-address.ts'

const WAIT_MS = WHITELIST_WAIT_HOURS * 60 * 60_000

export async function readWhitelist(
  db: Database,
  uid: number,
  now: number,
): Promise<WithdrawalTerms['whitelist']> {
  const row = await db
    .selectFrom('withdrawal_whitelist')
    .select('ends_at')
    .where('account_id', '=', uid)
    .executeTakeFirst()
  if (!row || (row.ends_at !== null && row.ends_at.getTime() <= now)) return { isOn: false, endsAt: null }
  return { isOn: true, endsAt: row.ends_at?.toISOString() ?? null }
}

function openChains({ withdrawals }: AccountServices['config']): AddressBook['chains'] {
  const names = [...new Set(withdrawals.map(({ chain }) => chain))]
  return names.map((chain) => ({
    chain,
    addresses: withdrawals.find((each) => each.chain === chain)?.addresses ?? 'tron',
  }))
}

export async function readAddressBook(
  { db, clock, config }: AccountServices,
  uid: number,
): Promise<AddressBook> {
  const chains = openChains(config)
  const rows = await db
    .selectFrom('withdrawal_address')
    .selectAll()
    .where('account_id', '=', uid)
    .where(
      'chain',
      'in',
      chains.map(({ chain }) => chain),
    )
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    addresses: rows.map(({ id, chain, address, label, added_at }) => ({
      id,
      chain,
      address,
      label,
      addedAt: added_at.toISOString(),
      usableFrom: new Date(added_at.getTime() + WAIT_MS).toISOString(),
    })),
    chains,
    whitelist: await readWhitelist(db, uid, clock()),
    asks: await readAsks(db, uid, clock()),
  }
}

/** @throws Refusal `withdrawal_address_waits` when the whitelist is on and does not allow the address yet */
export async function assertWhitelisted(
  db: Database,
  uid: number,
  { chain, address, now }: { readonly chain: string; readonly address: string; readonly now: number },
): Promise<void> {
  if (!(await readWhitelist(db, uid, now)).isOn) return
  const kept = await db
    .selectFrom('withdrawal_address')
    .select('id')
    .where('account_id', '=', uid)
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('added_at', '<=', new Date(now - WAIT_MS))
    .executeTakeFirst()
  if (kept) return
  throw new Refusal('withdrawal_address_waits', 'The whitelist does not let money go there now')
}

/**
 * Idempotent.
 * @throws Refusal of `prove`, of what it returns and of `checkAddress`; `conflict` for a full book
 */
export async function addAddress(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.addWithdrawalAddress>['body'],
): Promise<void> {
  const { db, clock, config } = services
  const { chain, label } = body
  const place = openChains(config).find((each) => each.chain === chain)
  if (!place) throw new Refusal('bad_request', 'Nothing goes out on that chain', { fields: ['chain'] })
  const address = await checkAddress(db, config, { address: body.address, addresses: place.addresses })
  const proven = await prove(services, caller, { endpoint: contract.addWithdrawalAddress, body })
  await proven.change(async (trx, { id: uid, email, locale }) => {
    const kept = await trx
      .selectFrom('withdrawal_address')
      .select(['chain', 'address'])
      .where('account_id', '=', uid)
      .execute()
    if (kept.some((each) => each.chain === chain && each.address === address)) return
    if (kept.length >= MAX_WITHDRAWAL_ADDRESSES) throw new Refusal('conflict', 'The book is full')
    await trx
      .insertInto('withdrawal_address')
      .values({ account_id: uid, chain, address, label, added_at: new Date(clock()) })
      .execute()
    await queueMail(services, trx, {
      to: email,
      locale,
      kind: 'withdrawal-address-added',
      values: { address },
    })
  })
}

/** @throws Refusal `not_found` */
export async function removeAddress(db: Database, uid: number, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('withdrawal_address')
    .where('account_id', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found', 'There is no such address')
}

/**
 * Takes effect at once when switched on, after 24 hours when switched off: a stolen session must not be able to switch it
 * off and withdraw.
 * @throws Refusal of `prove` and of what it returns
 */
export async function setWhitelist(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.setWithdrawalWhitelist>['body'],
): Promise<void> {
  const { isOn } = body
  const proven = await prove(services, caller, { endpoint: contract.setWithdrawalWhitelist, body })
  await proven.change(async (trx, { id: uid, email, locale }) => {
    const now = services.clock()
    const before = await readWhitelist(trx, uid, now)
    const isAsked = before.isOn && before.endsAt === null
    if (isOn === isAsked || (!isOn && !before.isOn)) return
    const ends_at = isOn ? null : new Date(now + WAIT_MS)
    await trx
      .insertInto('withdrawal_whitelist')
      .values({ account_id: uid, since: new Date(now), ends_at })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ ends_at, ...(!before.isOn && { since: new Date(now) }) }),
      )
      .execute()
    const kind = isOn ? 'whitelist-on' : 'whitelist-ends'
    await queueMail(services, trx, { to: email, locale, kind, values: { at: ends_at ?? new Date(now) } })
  })
}
