import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseChoice, parseFields, parseInteger, parseSeedText } from '#fair/parse-value.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { type BetSeeds, createStream } from '#fair/stream.ts'
import type { WireOutcome } from '#rules/base/game-rules.ts'
import { CHECKS, SHARED_CHECKS } from '#rules/checks.ts'
import { FAIR_GAMES, type FairGame } from '#rules/fair-games.ts'
import { isSharedGame } from '#rules/play-games.ts'
import { recordedPaymentFault } from './recorded-payment.ts'

export interface VerifiedBet {
  game: FairGame
  /** Null of a bet whose result cannot be computed yet, of which only `paymentFault` is said. */
  outcome: WireOutcome | null
  /** Whether the recorded outcome is this one; absent when none was recorded. */
  matches?: boolean
  /** What is wrong with how the bet was paid; absent when nothing is. */
  paymentFault?: string
}

/** Said of a bet whose pair of seeds is still played with. */
export const NOT_REVEALED = 'the server seed of this bet is not revealed yet: rotate the seed pair first'

/** Said of a bet whose server seed is another one than was committed to. */
export const NOT_COMMITTED = 'serverSeedHash is not the SHA-256 of serverSeed'

/** What decides a bet, as the API nests it. */
const SEED_FIELDS: readonly string[] = [
  ...['serverSeedHash', 'serverSeed', 'clientSeed', 'nonce'],
  ...['round', 'gameHash', 'salt', 'beacon'],
]

/**
 * A bet with its seeds beside its other fields, as exports have it, also where they lie in `seeds`, as the API has it.
 * @throws {FairnessError} when they are no object
 */
export function flatBet(bet: Fields): Fields {
  if (bet['seeds'] === undefined) return bet
  const { seeds, ...rest } = bet
  const own = parseFields(seeds, 'seeds')
  const isSeed = ([name]: readonly [string, unknown]) => SEED_FIELDS.includes(name)
  return {
    ...Object.fromEntries(Object.entries(rest).filter((entry) => !isSeed(entry))),
    ...Object.fromEntries(Object.entries(own).filter(isSeed)),
  }
}

/**
 * Recomputes one bet, given as the JSON object of the verifier's line, of the exported history or of the API. When the
 * object records an `outcome`, says whether it is the right one; when it records what was paid, what is wrong with that.
 * @throws {FairnessError} when the object is no such bet, or its server seed is not the one committed to
 */
export function verifyBet(value: unknown): VerifiedBet {
  const bet = flatBet(parseFields(value, 'a bet'))
  const game = parseChoice(bet['game'], 'game', FAIR_GAMES)
  const recorded = bet['outcome']
  if (isSharedGame(game)) {
    const { outcome, paymentFault } = SHARED_CHECKS[game].verify(bet)
    const verified = outcome === null ? { game, outcome } : compared(game, outcome, recorded)
    return { ...verified, ...(paymentFault !== undefined && { paymentFault }) }
  }
  const params = parseFields(bet['params'] ?? {}, 'params')
  const isRecorded = recorded !== undefined && recorded !== null
  if (isSealed(bet)) {
    // Outcome, multiplier and payout have to follow from each other, whatever the seeds say later.
    const paymentFault = isRecorded ? recordedPaymentFault(game, bet, recorded) : undefined
    if (paymentFault !== undefined) return { game, outcome: null, paymentFault }
    throw new FairnessError(NOT_REVEALED)
  }
  const outcome = CHECKS[game].outcome(createStream(parseSeeds(bet)), params)
  const verified = compared(game, outcome, recorded)
  // What a wrong result pays is nobody's question.
  if (verified.matches === false) return verified
  const paymentFault = recordedPaymentFault(game, bet, outcome)
  return { ...verified, ...(paymentFault !== undefined && { paymentFault }) }
}

function compared(game: FairGame, outcome: WireOutcome, recorded: unknown): VerifiedBet {
  if (recorded === undefined || recorded === null) return { game, outcome }
  return { game, outcome, matches: isSameOutcome(recorded, outcome) }
}

function isSealed({ serverSeed, serverSeedHash }: Fields): boolean {
  const hasSeed = serverSeed !== undefined && serverSeed !== null && serverSeed !== ''
  return !hasSeed && typeof serverSeedHash === 'string'
}

function parseSeeds(bet: Fields): BetSeeds {
  const { serverSeedHash } = bet
  const serverSeed = parseSeedText(bet['serverSeed'], 'serverSeed')
  if (typeof serverSeedHash === 'string' && serverSeedHash !== hashServerSeed(serverSeed)) {
    throw new FairnessError(NOT_COMMITTED)
  }
  return {
    serverSeed,
    clientSeed: parseSeedText(bet['clientSeed'], 'clientSeed'),
    nonce: parseInteger(bet['nonce'], 'nonce', 0, Number.MAX_SAFE_INTEGER),
  }
}

function isSameOutcome(recorded: unknown, outcome: WireOutcome): boolean {
  if (typeof outcome !== 'object') return recorded === outcome
  return (
    Array.isArray(recorded) &&
    recorded.length === outcome.length &&
    recorded.every((entry, index) => entry === outcome[index])
  )
}
