import { fileURLToPath } from 'node:url'
import type { FairGame } from '#rules/fair-games.ts'
import { centsOf } from '#contract/values.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { readJsonFile } from './json-file.ts'
import { ProfileFileSchema, type ProfileFile } from './profile-file.ts'

/** What the operator's licence, or the operator, allows. The server enforces it, and the app obeys. */
export interface Profile {
  readonly play: {
    readonly autoPlay: boolean
    readonly instant: boolean
    /** Milliseconds from one bet of a player in a game to the next. */
    readonly cycleMs: ByGame<number>
    /** US cents; null where the profile has no limit. */
    readonly highestStake: ByGame<bigint | null>
  }
  readonly bonus: {
    readonly depositOffers: boolean
    /** Null for no limit. */
    readonly maxWagerMultiple: number | null
  }
}

export interface ByGame<Value> {
  readonly default: Value
  readonly games: Readonly<Partial<Record<FairGame, Value>>>
}

/** Profiles that Koi ships. */
export const SHIPPED_PROFILES = ['open', 'uk'] as const
const VARIABLE = 'KOI_PROFILE'

/**
 * The profile of that name, or in the file at that path.
 * @throws StartupError when there is none, or naming path and reason of everything that is wrong in it
 */
export function readProfile(name: string = SHIPPED_PROFILES[0]): Profile {
  return profileOf(readJsonFile(VARIABLE, placeOf(name), ProfileFileSchema))
}

/** What counts for a game. */
export const valueFor = <Value>({ games, ...all }: ByGame<Value>, game: string): Value =>
  (games as Readonly<Record<string, Value | undefined>>)[game] ?? all.default

function placeOf(name: string): string {
  const shipped = SHIPPED_PROFILES.find((each) => each === name)
  if (shipped) return fileURLToPath(new URL(`profiles/${shipped}.json`, import.meta.url))
  // A mistyped name is no file.
  if (/[/\\.]/.test(name)) return name
  throw new StartupError(
    `Bad configuration: ${VARIABLE} must be ${SHIPPED_PROFILES.join(' or ')}, or the path of a file.`,
  )
}

function profileOf({ play = {}, bonus = {} }: ProfileFile): Profile {
  const { cycleMs = {}, highestStakeUsd = {} } = play
  return {
    play: {
      autoPlay: play.autoPlay ?? true,
      instant: play.instant ?? true,
      cycleMs: { default: cycleMs.default ?? 0, games: set(cycleMs.games, (milliseconds) => milliseconds) },
      highestStake: {
        default: highestStakeUsd.default === undefined ? null : centsOf(highestStakeUsd.default),
        games: set(highestStakeUsd.games, centsOf),
      },
    },
    bonus: {
      depositOffers: bonus.depositOffers ?? true,
      maxWagerMultiple: bonus.maxWagerMultiple ?? null,
    },
  }
}

function set<From, To>(
  games: Readonly<Record<string, From | undefined>> = {},
  convert: (value: From) => To,
): Partial<Record<FairGame, To>> {
  return Object.fromEntries(
    Object.entries(games).flatMap(([game, value]) => (value === undefined ? [] : [[game, convert(value)]])),
  )
}
