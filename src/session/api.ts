import { createApiClient } from '#api/api-client.ts'
import { reportReach } from '#api/connection.ts'
import { API_BASE } from '#contract/api-base.ts'
import { readAccessToken } from './access-token.ts'

/** The shell sets these, to show refusals to the player. */
export const apiNotices = {
  onForbidden: (_message: string): void => {},
  onDeadToken: (_token: string | null): void => {},
}

export const api = createApiClient({
  baseUrl: API_BASE,
  readToken: readAccessToken,
  deviceHeaders: () => import('./device-key.ts').then((module) => module.deviceHeaders()),
  onReach: reportReach,
  onForbidden: (message) => apiNotices.onForbidden(message),
  onDeadToken: (token) => apiNotices.onDeadToken(token),
})
