import type { GameStatus } from '#contract/games.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import type { PlayConfig } from '#server/config/play-config.ts'
import type { Profile } from '#server/config/profile.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { readRates, type Rates } from '#server/rates/rates.ts'
import type { Play } from './post-plays.ts'
import type { ReceiptKeys, Signer } from './receipt-keys.ts'

export interface PlayServices {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly logger: Logger
  readonly config: PlayConfig
  /** Limits of the operator's profile. */
  readonly rules: Profile['play']
  readonly rates: Pick<Rates, 'isStale'>
  readonly keys: ReceiptKeys
  readonly termsNow: () => Promise<PlayTerms>
  /** Nothing waits for it. */
  readonly onTaken: ((play: Play) => void) | undefined
  readonly patienceMs: number
}

export interface PlayTerms {
  /** The last good rate of each coin, by its id. */
  readonly rates: ReadonlyMap<string, Rate>
  /** By the game's slug. */
  readonly games: ReadonlyMap<string, GameStatus>
}

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly terms: PlayTerms
  readonly signer: Signer
}

export const readMoment = async ({ termsNow, keys, clock }: PlayServices): Promise<Moment> => ({
  terms: await termsNow(),
  signer: await keys.current(),
  now: clock(),
})

/** Bets see a change of prices or games within this time. */
export const PLAY_TERMS_KEPT_MS = 1_000

export function createPlayTerms(db: Database, clock: Clock): () => Promise<PlayTerms> {
  let known: Promise<PlayTerms> | undefined
  let readAt = 0
  return () => {
    const now = clock()
    if (known && Math.abs(now - readAt) < PLAY_TERMS_KEPT_MS) return known
    readAt = now
    const reading = read(db)
    known = reading
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    return reading
  }
}

async function read(db: Database): Promise<PlayTerms> {
  const rates = await readRates(db)
  const games = await db.selectFrom('game').select(['slug', 'status']).execute()
  return { rates, games: new Map(games.map(({ slug, status }) => [slug, status])) }
}

/** @throws Refusal `not_found` */
export function rateOf({ rates }: PlayTerms, coin: string): Rate {
  const rate = rates.get(coin)
  if (!rate) throw new Refusal('not_found', 'There is no such coin')
  return rate
}
