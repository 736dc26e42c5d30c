import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { LocaleSchema, LocalizedSchema } from './localized.ts'
import { AnyBetSchema } from './play.ts'
import { PUBLIC_PLAYER } from './public-player.ts'
import { RowIdSchema } from './values.ts'

/** A bet can be shown by a link if it paid so many times its stake. */
export const LINKED_FROM_TIMES = 10

/** Unguessable part of the address `/w/<key>`. */
export const WinKeySchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

const WinLinkSchema = v.object({
  /** Null while nobody but the player sees the bet. */
  key: v.nullable(WinKeySchema),
})

const bet = { path: '/bets/:id/link', tag: 'play', access: 'player', data: WinLinkSchema } as const
const params = v.object({ id: RowIdSchema })

export const getWinLink = endpoint({
  ...bet,
  method: 'GET',
  summary: 'Get the link by which everybody sees a big win of the player',
  params,
  errors: [],
})

export const makeWinLink = endpoint({
  ...bet,
  method: 'PUT',
  summary: 'Let everybody with the link see a big win of the player; the same link if there is one',
  params,
  /** Language of the preview that other sites show. */
  body: v.object({ locale: LocaleSchema }),
  // `conflict`: no big win, or a free bet.
  errors: ['not_found', 'conflict', 'rate_limited'],
})

export const removeWinLink = endpoint({
  ...bet,
  method: 'DELETE',
  summary: 'Withdraw the link of a big win: it leads nowhere from then on',
  params,
  errors: [],
})

export const getLinkedWin = endpoint({
  method: 'GET',
  path: '/linked-wins/:key',
  tag: 'play',
  access: 'public',
  summary: 'Get a win that its player lets everybody with the link see',
  params: v.object({ key: WinKeySchema }),
  data: v.object({
    ...PUBLIC_PLAYER,
    gameName: LocalizedSchema,
    symbol: v.string(),
    bet: AnyBetSchema,
  }),
  errors: ['not_found'],
})
