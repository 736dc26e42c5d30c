import { sql } from 'kysely'
import type { Caller } from '#server/http/caller.ts'
import { KNOWN_MS } from './login-events.ts'
import type { AccountServices } from './services.ts'

/** Which part of a limit of an account a caller counts against. */
export interface LimitShare {
  readonly of: 'device' | 'address' | 'strangers'
  /** To be put behind the key of the limit. */
  readonly suffix: string
}

/**
 * Strangers have one share together. A device that logged in to the account before has one of its own, and so has an
 * address that did so lately: nobody else uses those up. An account that is none has strangers only.
 */
export async function shareOf(
  { db, clock }: AccountServices,
  uid: number | null,
  { address, device }: Caller,
): Promise<LimitShare> {
  const since = new Date(clock() - KNOWN_MS)
  const known = await db
    .selectFrom('login_event')
    .select(({ fn }) => [
      fn.coalesce(sql<boolean>`bool_or(device = ${device})`, sql<boolean>`false`).as('device'),
      fn
        .coalesce(sql<boolean>`bool_or(address = ${address} and at > ${since})`, sql<boolean>`false`)
        .as('address'),
    ])
    .where('account_id', '=', uid ?? 0)
    .where('outcome', '=', 'ok')
    .executeTakeFirstOrThrow()
  if (known.device && device) return { of: 'device', suffix: `:${device.toString('hex')}` }
  if (known.address) return { of: 'address', suffix: `:${address}` }
  return { of: 'strangers', suffix: '' }
}

/**
 * What a limit is kept under that everybody meets before anybody is known: the device, once it has logged in to any
 * account, else the network address, which many may share.
 */
export async function sourceOf({ db }: AccountServices, { address, device }: Caller): Promise<string> {
  if (device === null) return address
  const known = await db
    .selectFrom('login_event')
    .select('id')
    .where('device', '=', device)
    .where('outcome', '=', 'ok')
    .limit(1)
    .executeTakeFirst()
  return known ? device.toString('hex') : address
}
