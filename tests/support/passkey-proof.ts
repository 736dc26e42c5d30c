import { createHash } from 'node:crypto'
import { addPasskey, beginPasskey } from '#contract/account.ts'
import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import { beginPasskeyProof, confirmedText } from '#contract/proof.ts'
import { ORIGIN, type Answer, type Player } from './players.ts'
import { createAuthenticator, type CeremonyOptions, type Lies } from './software-authenticator.ts'

type Authenticator = ReturnType<typeof createAuthenticator>
type Caller = Pick<Player, 'call'>
type Headers = Readonly<Record<string, string>>

interface ProvenInput<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>
  readonly body: BodyOf<E>
  readonly headers?: Headers
}

/** Adds a passkey to the player. @returns its authenticator */
export async function addPasskeyTo({ call }: Caller, password?: string) {
  const authenticator = createAuthenticator(ORIGIN)
  const { options } = (await call(beginPasskey, { body: { password } })).data
  const response = authenticator.create(options as unknown as CeremonyOptions)
  const { passkeys } = (await call(addPasskey, { body: { response, name: 'Key' } })).data
  return { authenticator, id: passkeys.at(-1)?.id ?? '' }
}

/** The answer of a passkey that confirms one call. */
export async function confirmWith<E extends Endpoint>(
  { call }: Caller,
  authenticator: Authenticator,
  endpoint: E,
  { params, body, headers = {} }: ProvenInput<E>,
  { password, lies = {} }: { password?: string | undefined; lies?: Lies } = {},
): Promise<Record<string, unknown>> {
  const confirms = createHash('sha256').update(confirmedText({ endpoint, params, body })).digest('hex')
  const begun = await call(beginPasskeyProof, { headers, body: { confirms, password } })
  return authenticator.get(begun.data.options as unknown as CeremonyOptions, lies)
}

/** Calls with a passkey instead of every other proof. */
export async function callWith<E extends Endpoint>(
  player: Caller,
  authenticator: Authenticator,
  endpoint: E,
  input: ProvenInput<E>,
  password?: string,
): Promise<Answer<E>> {
  const passkey = await confirmWith(player, authenticator, endpoint, input, { password })
  const body = { ...(input.body as unknown as object), passkey } as unknown as BodyOf<E>
  return player.call(endpoint, { ...input, body })
}
