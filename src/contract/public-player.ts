import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { GivenNameSchema } from './given-name.ts'
import { CountSchema } from './values.ts'

/**
 * How public lists show a player. `made`: by a name made from their public number. `nickname`: by the nickname, or as
 * `made` without one. `hidden`: not at all.
 */
export const SHOWN_AS = ['made', 'nickname', 'hidden'] as const
export type ShownAs = (typeof SHOWN_AS)[number]

/** Random and unique: it tells neither the account nor its age. A screen makes a name and a picture from it. */
export const PublicNumberSchema = v.pipe(CountSchema, v.minValue(1))

/** A player as everybody sees them; nothing ties entries of hidden players together. */
export const PUBLIC_PLAYER = {
  /** Null unless the player chose to show their nickname. */
  name: v.nullable(GivenNameSchema),
  /** Null for a hidden player. */
  number: v.nullable(PublicNumberSchema),
}
const PublicPlayerSchema = v.object(PUBLIC_PLAYER)
export type PublicPlayer = v.InferOutput<typeof PublicPlayerSchema>

export const getPublicNumber = endpoint({
  method: 'GET',
  path: '/user/public-number',
  tag: 'account',
  access: 'player',
  summary: 'Get the player’s public number, by which they find their own entries in public lists',
  data: v.object({ number: PublicNumberSchema }),
  errors: [],
})
