import { fileURLToPath } from 'node:url'
import type { FairGame } from '#rules/fair-games.ts'
import { centsOf } from '#contract/values.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { readJsonFile } from './json-file.ts'
import { ProfileFileSchema, type ProfileFile } from './profile-file.ts'

/**
 * Limits that the operator's licence demands, or the operator chose. The server enforces them, and the app hides what
 * they forbid.
 */
export interface Profile {
  readonly play: {
    readonly autoPlay: boolean
    readonly instant: boolean
    /** Least milliseconds between two bets of a player in one game. */
    readonly cycleMs: ByGame<number>
    /** US cents; null for no limit. */
    readonly highestStake: ByGame<bigint | null>
  }
  readonly bonus: {
    readonly depositOffers: boolean
    readonly maxWagerMultiple: number | null
  }
}

export interface ByGame<Value> {
  readonly default: Value
  readonly games: Readonly<Partial<Record<FairGame, Value>>>
}

export const SHIPPED_PROFILES = ['open', 'uk'] as const
const VARIABLE = 'KOI_PROFILE'

/** @throws StartupError when there is no such profile, or naming path and reason of every problem in it */
export function readProfile(name: string = SHIPPED_PROFILES[0]): Profile {
  return profileOf(readJsonFile(VARIABLE, placeOf(name), ProfileFileSchema))
}

export const valueFor = <Value>({ games, ...all }: ByGame<Value>, game: string): Value =>
  (games as Readonly<Record<string, Value | undefined>>)[game] ?? all.default

function placeOf(name: string): string {
  const shipped = SHIPPED_PROFILES.find((each) => each === name)
  if (shipped) return fileURLToPath(new URL(`profiles/${shipped}.json`, import.meta.url))
  // Without a slash or a dot it is a mistyped name, not a path.
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
