import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { CHALLENGE_MS } from '#server/accounts/challenges.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import { consoleParty, type OperatorServices } from './services.ts'

/** Asks for the caller's own passkey, whose owner the device verifies. Without a challenge a random one is made. */
export async function ownPasskeyOptions(
  services: OperatorServices,
  caller: OperatorCaller,
  challenge?: string,
) {
  const passkeys = await services.db
    .selectFrom('operator_passkey')
    .select(['id', 'transports'])
    .where('operator_id', '=', caller.operator.id)
    .execute()
  return generateAuthenticationOptions({
    rpID: consoleParty(services, caller).id,
    ...(challenge !== undefined && { challenge: new Uint8Array(Buffer.from(challenge, 'base64url')) }),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys,
  })
}
