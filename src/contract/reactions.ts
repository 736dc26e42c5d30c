import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CountSchema } from './values.ts'

/** Pictures that players of Crash send to each other, in place of words. */
export const REACTIONS = ['koi', 'rocket', 'wave', 'star', 'coin', 'lotus', 'heart', 'tear'] as const
export type Reaction = (typeof REACTIONS)[number]

/** How many of a player's reactions are taken at once, and the pause until one more is. */
export const REACTIONS_AT_ONCE = 3
export const REACTION_EVERY_MS = 1_000

/** An event of the topic `reactions`: how often each picture was sent, a few times a second at most. */
export const ReactionEventSchema = v.object(v.entriesFromList(REACTIONS, v.optional(CountSchema)))
export type ReactionEvent = v.InferOutput<typeof ReactionEventSchema>

export const sendReaction = endpoint({
  method: 'POST',
  path: '/crash/reactions',
  tag: 'crash',
  access: 'player',
  summary: 'Show a picture to all who watch Crash, without saying whose it is',
  body: v.object({ picture: v.picklist(REACTIONS) }),
  data: v.object({}),
  errors: ['break_active', 'rate_limited'],
})
