import { createApiClient } from '#api/api-client.ts'
import { reportReach } from '#api/connection.ts'
import { API_BASE } from '#contract/api-base.ts'
import { OPERATOR_TOKEN_HEADER } from '#contract/operator/session.ts'
import { endSession, readToken } from './session.ts'

/** Lists of a large house take longer than a player would wait. */
const TIMEOUT_MS = 20_000

export const api = createApiClient({
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
