import { sql } from 'kysely'
import type { Caller } from '#server/identity/caller.ts'
import { KNOWN_MS } from './login-events.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { AccountServices } from '#server/identity/services.ts'

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

/** Limits of an address, each with a wider one of its network. */
type Addressed = 'login' | 'code' | 'challenge'

/**
 * Counts against the network address and then against its network, so that whoever holds many addresses has not as
 * many shares, and a single one does not use up its neighbours'.
 * @throws Refusal `rate_limited`
 */
export async function takeAtAddress(limits: RateLimits, name: Addressed, address: string): Promise<void> {
  await limits.take(`${name}-address`, address)
  const { network, provider } = networksOf(address)
  await limits.take(`${name}-network`, network)
  if (provider !== undefined) await limits.take(`${name}-provider`, provider)
}

/**
 * Counts what everybody meets before anybody is known: against the device, once it has logged in to any account, else
 * against the network address, which many may share.
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
 * The /24 of an IPv4 address. Of an IPv6 one, which a caller's address has as its /64, the /56 that many providers
 * give to one household, and the /48 that some give to one and others share out among 256.
 */
function networksOf(address: string): { readonly network: string; readonly provider?: string } {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1]
  if (v4 !== undefined) return { network: `${v4}.0/24` }
  const [, provider, subnet = ''] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):([0-9a-f]+)::\/64$/.exec(address) ?? []
  if (provider === undefined) return { network: address }
  const household = (Number.parseInt(subnet, 16) & 0xff00).toString(16)
  return { network: `${provider}:${household}::/56`, provider: `${provider}::/48` }
}
