import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { GivenNameSchema } from './given-name.ts'

// Requests of the shell; those of the account pages are in account.ts and auth.ts.

export const UserSchema = v.object({
  /** Number of the player, above 0. */
  uid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Empty until the player chooses one. */
  nickname: GivenNameSchema,
  /** Site-relative URL of the uploaded picture; empty when it is drawn from the uid. */
  avatar: v.string(),
})
export type User = v.InferOutput<typeof UserSchema>

export const getUser = endpoint({
  method: 'GET',
  path: '/user/me',
  tag: 'account',
  access: 'player',
  summary: 'Get the logged-in player',
  data: UserSchema,
  errors: [],
})

export const logout = endpoint({
  method: 'POST',
  path: '/user/logout',
  tag: 'auth',
  access: 'player',
  summary: 'End this session',
  body: v.object({}),
  data: v.object({}),
  errors: [],
})
