import type { Served } from '#server/http/mount-endpoint.ts'
import type { AccountServices } from './services.ts'

/** Ways into an account: log in, register, reset the password. */
export function authEndpoints(_services: AccountServices): Served[] {
  return []
}
