import * as v from 'valibot'
import { proxy } from 'valtio'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'

export const PLAY_PREFERENCES_KEY = 'play-preferences'

export const BIG_WINS = ['10', '50', 'never'] as const

const PlayPreferencesSchema = v.object({
  /** Results are shown without animation. */
  instant: v.optional(v.boolean(), false),
  sound: v.optional(v.boolean(), false),
  /** A share of the loudest. */
  volume: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.6),
  /** Wins are felt, where a device can vibrate. */
  haptics: v.optional(v.boolean(), true),
  /** A card is shown for wins of so many times the stake. */
  bigWins: v.optional(v.picklist(BIG_WINS), '10'),
  /** Crash is heard as well: a tone that rises with the curve. */
  risingTone: v.optional(v.boolean(), false),
  /** In Crash pictures of other players are shown, and can be sent. */
  reactions: v.optional(v.boolean(), true),
  /** Single keys place and change bets, where there is a keyboard. Off: a stray key must not bet (WCAG 2.1.4). */
  quickKeys: v.optional(v.boolean(), false),
  /** The player has been told of the quick keys. */
  keysTold: v.optional(v.boolean(), false),
})
export type PlayPreferences = v.InferOutput<typeof PlayPreferencesSchema>

/** A stored value that cannot be read counts as not chosen. */
export function readPlayPreferences(): PlayPreferences {
  const stored = parseStored(PlayPreferencesSchema, browserStorage.get(PLAY_PREFERENCES_KEY))
  return stored ?? v.parse(PlayPreferencesSchema, {})
}

/** Changed only by `play-preferences.actions.ts`. */
export const playPreferences = proxy<{ choices: PlayPreferences }>({ choices: readPlayPreferences() })
