import * as v from 'valibot'
import { proxy, ref } from 'valtio'
import { parseStored } from '#lib/parse-stored.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import type { BetGame, SettledBet } from '#features/play/play-engine.ts'
import { isSharedGame } from '#rules/play-games.ts'
import { isPlayGame } from '#rules/games.ts'
import { EMPTY_STATS, SERIES_LIMIT, type SessionStats } from './session-stats.ts'
import { RECENT_STAKES } from './stake-guard.ts'
import { StoredUnitsSchema } from './stored-units.ts'

/** Play of one game and coin in this tab, as far as screens have shown it. Replaced, never patched. */
export interface GameSession {
  readonly stats: SessionStats
  /** Settled bets, latest first. Begins with those of the stored history once `loadRecentBets` was called. */
  readonly recent: readonly SettledBet[]
  /** Stakes of this session, latest first: a new stake is compared with them. */
  readonly stakes: readonly bigint[]
  /** The highest stake the player confirmed although it was far above the usual. */
  readonly acknowledgedStake: bigint
}

export const RECENT_BETS = 20

export const NEW_SESSION: GameSession = { stats: EMPTY_STATS, recent: [], stakes: [], acknowledgedStake: 0n }

type SessionKey = `${string}/${BetGame}`

const KEY = 'play-sessions'
const isGame = (text: string) => isPlayGame(text) || isSharedGame(text)
const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const StoredSchema = v.record(
  v.pipe(
    v.string(),
    v.check((key) => isGame(key.split('/')[1] ?? '')),
  ),
  v.object({
    stats: v.object({
      bets: CountSchema,
      wins: CountSchema,
      losses: CountSchema,
      wagered: StoredUnitsSchema,
      net: StoredUnitsSchema,
      best: v.pipe(v.number(), v.minValue(0)),
      series: v.pipe(v.array(StoredUnitsSchema), v.minLength(1), v.maxLength(SERIES_LIMIT)),
      stride: v.pipe(CountSchema, v.minValue(1)),
    }),
    stakes: v.pipe(v.array(StoredUnitsSchema), v.maxLength(RECENT_STAKES)),
    acknowledgedStake: StoredUnitsSchema,
  }),
)

function readStored(): Record<SessionKey, GameSession> {
  const sessions: Record<SessionKey, GameSession> = {}
  const stored = parseStored(StoredSchema, tabStorage.get(KEY)) ?? {}
  for (const [key, session] of Object.entries(stored)) {
    sessions[key as SessionKey] = ref({ ...session, recent: [] })
  }
  return sessions
}

/** Changed only by `play-session.actions.ts`. */
export const playSessions = proxy(readStored())

// Written when the page goes, not with every bet. Recent bets come from the history.
globalThis.addEventListener?.('pagehide', () =>
  tabStorage.set(
    KEY,
    JSON.stringify(playSessions, (key, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : key === 'recent' ? undefined : value,
    ),
  ),
)

export const sessionKey = (coin: string, game: BetGame): SessionKey => `${coin}/${game}`

export function readSession(coin: string, game: BetGame): GameSession {
  return playSessions[sessionKey(coin, game)] ?? NEW_SESSION
}
