import * as v from 'valibot'
import { FAIR_GAMES } from '#rules/fair-games.ts'
import { keys, text, wholeNumber } from './file-parts.ts'

// Schema of the `KOI_PROFILE` file. A message continues a sentence that begins with the path of the value.

const flag = (description: string) =>
  v.optional(v.pipe(v.boolean('must be true or false'), v.description(description)))

const GameSchema = v.picklist(FAIR_GAMES, `is no game of Koi; they are ${FAIR_GAMES.join(', ')}`)

const byGame = <Value extends v.GenericSchema>(value: Value, description: string) =>
  v.optional(v.pipe(v.record(GameSchema, value, 'must be an object in braces'), v.description(description)))

const CycleSchema = wholeNumber(0, 60_000)
const DollarsSchema = text(
  /^(?=[\d.]*[1-9])(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/,
  'must be an amount in US dollars above 0, in quotes such as "2.50"',
)

/** A missing key has the value of the profile `open`. */
export const ProfileFileSchema = keys({
  $schema: v.optional(
    v.pipe(v.string('must be text'), v.description('path of `koi-profile.schema.json`, for editors')),
  ),
  play: v.optional(
    v.pipe(
      keys({
        autoPlay: flag('true allows several bets after one decision; default true'),
        instant: flag('true allows results without animation; default true'),
        cycleMs: v.optional(
          v.pipe(
            keys({
              default: v.optional(v.pipe(CycleSchema, v.description('in every game; default 0'))),
              games: byGame(CycleSchema, 'in single games, by their name in addresses: `{ "dice": 5000 }`'),
            }),
            v.description(
              'milliseconds from one bet of a player to the next one of the same game; a sooner one is refused',
            ),
          ),
        ),
        highestStakeUsd: v.optional(
          v.pipe(
            keys({
              default: v.optional(
                v.pipe(
                  DollarsSchema,
                  v.description('in every game; without it `play` in `KOI_CONFIG` alone counts'),
                ),
              ),
              games: byGame(DollarsSchema, 'in single games: `{ "pond-reels": "2.00" }`'),
            }),
            v.description('highest stake in US dollars, at the coin’s last price'),
          ),
        ),
      }),
      v.description('rules of play'),
    ),
  ),
  bonus: v.optional(
    v.pipe(
      keys({
        depositOffers: flag('true offers the bonuses on deposits that Koi ships; default true'),
        maxWagerMultiple: v.optional(
          v.pipe(
            v.nullable(wholeNumber(1, 1_000_000)),
            v.description(
              'largest multiple of a bonus that must be bet until all of it is released; the server does not start with an offer above it; default `null`, no limit',
            ),
          ),
        ),
      }),
      v.description('bonuses'),
    ),
  ),
})
export type ProfileFile = v.InferOutput<typeof ProfileFileSchema>
