import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseChoice, parseFields, parseInteger, parseSeedText } from '#fair/parse-value.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { type BetSeeds, createStream } from '#fair/stream.ts'
import type { WireOutcome } from '#rules/base/game-rules.ts'
import { CHECKS, SHARED_CHECKS } from '#rules/checks.ts'
import { VERIFIED_GAMES, type VerifiedGame } from '#rules/fair-games.ts'
import { isSharedGame } from '#rules/play-games.ts'
import { recordedPaymentFault } from './recorded-payment.ts'

export interface VerifiedBet {
  game: VerifiedGame
  /** Null if the result cannot be computed yet: then only `paymentFault` is checked. */
  outcome: WireOutcome | null
  /** True if the recorded outcome is this one; absent if no outcome was recorded. */
  matches?: boolean
  /** Absent if the payment is right. */
  paymentFault?: string
}

/** The bet's seed pair is still in use. */
export const NOT_REVEALED = 'the server seed of this bet is not revealed yet: rotate the seed pair first'

/** The server seed does not match its commitment. */
export const NOT_COMMITTED = 'serverSeedHash is not the SHA-256 of serverSeed'

/** Fields that the API nests in `seeds`. */
const SEED_FIELDS: readonly string[] = [
  ...['serverSeedHash', 'serverSeed', 'clientSeed', 'nonce'],
  ...['round', 'gameHash', 'salt', 'beacon'],
]

/**
 * Moves the seeds from `seeds`, where the API nests them, to the bet's other fields, where exports have them.
 * @throws {FairnessError} if `seeds` is not an object
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
 * Recomputes a bet and compares it with the recorded outcome and payment, if there are any.
 * @param value a line of the verifier, an entry of the exported history, or a bet of the API
 * @throws {FairnessError} if the value is not a bet, or if its server seed does not match its commitment
 */
export function verifyBet(value: unknown): VerifiedBet {
  const bet = flatBet(parseFields(value, 'a bet'))
  const game = parseChoice(bet['game'], 'game', VERIFIED_GAMES)
  const recorded = bet['outcome']
  if (isSharedGame(game)) {
    const { outcome, paymentFault } = SHARED_CHECKS[game].verify(bet)
    const verified = outcome === null ? { game, outcome } : compared(game, outcome, recorded)
    return { ...verified, ...(paymentFault !== undefined && { paymentFault }) }
  }
  const params = parseFields(bet['params'] ?? {}, 'params')
  const isRecorded = recorded !== undefined && recorded !== null
  if (isSealed(bet)) {
    // Outcome, multiplier and payout have to fit each other, with or without seeds.
    const paymentFault = isRecorded ? recordedPaymentFault(game, bet, recorded) : undefined
    if (paymentFault !== undefined) return { game, outcome: null, paymentFault }
    throw new FairnessError(NOT_REVEALED)
  }
  const outcome = CHECKS[game].outcome(createStream(parseSeeds(bet)), params)
  const verified = compared(game, outcome, recorded)
  // A payment for a wrong result needs no check of its own.
  if (verified.matches === false) return verified
  const paymentFault = recordedPaymentFault(game, bet, outcome)
  return { ...verified, ...(paymentFault !== undefined && { paymentFault }) }
}

function compared(game: VerifiedGame, outcome: WireOutcome, recorded: unknown): VerifiedBet {
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
