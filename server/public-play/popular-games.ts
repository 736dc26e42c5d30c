import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { readPopularGames, type GameBets } from './public-play.queries.ts'

const KEPT_MS = 30_000

export function createPopularGames(db: Database, clock: Clock): () => Promise<readonly GameBets[]> {
  const cache = createAnswerCache<readonly GameBets[]>(clock, KEPT_MS)
  return () => cache.get('games', () => readPopularGames(db, clock()))
}
