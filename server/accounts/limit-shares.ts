import { sql } from 'kysely'
import type { Caller } from '#server/identity/caller.ts'
import { KNOWN_MS } from './login-events.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { AccountServices } from '#server/identity/services.ts'

export interface LimitShare {
  readonly of: 'device' | 'address' | 'strangers'
  readonly suffix: string
}

/**
 * A device that has logged in to the account has a share of its own, and so has an address that did so lately:
 * strangers cannot use those up. All strangers together have one share. An unknown account has only that one.
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

/** Limits per address, each with a wider limit for its network. */
type Addressed = 'login' | 'code' | 'challenge'

/**
 * Counts the address and then its network: a caller with many addresses of one network gets no multiple of the limit,
 * and one address alone cannot use up its neighbours' share.
 * @throws Refusal `rate_limited`
 */
export async function takeAtAddress(limits: RateLimits, name: Addressed, address: string): Promise<void> {
  await limits.take(`${name}-address`, address)
  const { network, provider } = networksOf(address)
  await limits.take(`${name}-network`, network)
  if (provider !== undefined) await limits.take(`${name}-provider`, provider)
}

/**
 * Limit before the player is known. It counts a device that has logged in to any account, else the network address,
 * which many players may share.
 * @throws Refusal `rate_limited`
 */
export async function takeAtSource(
  { db, limits }: AccountServices,
  name: Addressed,
  { address, device }: Caller,
): Promise<void> {
  const known =
    device &&
    (await db
      .selectFrom('login_event')
      .select('id')
      .where('device', '=', device)
      .where('outcome', '=', 'ok')
      .limit(1)
      .executeTakeFirst())
  if (device && known) await limits.take(`${name}-address`, device.toString('hex'))
  else await takeAtAddress(limits, name, address)
}

/**
 * IPv4: the /24. IPv6: callers' addresses are /64 already; many providers give a household a /56, some a /48, and
 * others share a /48 among 256 households.
 */
function networksOf(address: string): { readonly network: string; readonly provider?: string } {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1]
  if (v4 !== undefined) return { network: `${v4}.0/24` }
  const [, provider, subnet = ''] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):([0-9a-f]+)::\/64$/.exec(address) ?? []
  if (provider === undefined) return { network: address }
  const household = (Number.parseInt(subnet, 16) & 0xff00).toString(16)
  return { network: `${provider}:${household}::/56`, provider: `${provider}::/48` }
}
