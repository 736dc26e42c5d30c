import { createApiClient, type ApiClient } from '#api/api-client.ts'
import { ApiError } from '#api/api-error.ts'
import { reportReach } from '#api/connection.ts'
import { API_BASE } from '#contract/api-base.ts'
import { OPERATOR_TOKEN_HEADER } from '#contract/operator/session.ts'
import { confirmByPasskey } from './confirm-by-passkey.ts'
import { endSession, readToken } from './session.ts'

/** Lists of a large house take longer than a player would wait. */
const TIMEOUT_MS = 20_000

const client = createApiClient({
  baseUrl: API_BASE,
  readToken,
  tokenHeader: OPERATOR_TOKEN_HEADER,
  timeoutMs: TIMEOUT_MS,
  onReach: reportReach,
  onDeadToken: (token) => {
    // A call of an earlier session may be answered late.
    if (token !== null && token === readToken()) endSession('refused')
  },
})

/** Asks for the passkey when the server wants it for a call, and goes on. */
export const api: ApiClient = {
  async call(endpoint, options) {
    try {
      return await client.call(endpoint, options)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'confirmation_needed') throw error
      await confirmByPasskey(client)
      return client.call(endpoint, options)
    }
  },
}
