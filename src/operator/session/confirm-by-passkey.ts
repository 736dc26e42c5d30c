import type { ApiClient } from '#api/api-client.ts'
import { beginConfirmation, confirmSession } from '#contract/operator/session.ts'
import { askPasskey } from './ask-passkey.ts'

/** Some actions need more than an open session: for some minutes from now on the server does them. */
export async function confirmByPasskey(client: ApiClient): Promise<void> {
  const options = await client.call(beginConfirmation, { body: {} })
  const response = await askPasskey(options)
  await client.call(confirmSession, { body: { response } })
}
