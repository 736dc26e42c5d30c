import { crashOutcome } from '#rules/crash/crash.ts'
import { diceOutcome } from '#rules/dice/dice.ts'
import { FAIR_GAMES, type FairGame, type SeededGame } from '#rules/play-games.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { HILO_MAX_CARDS, hiloCard, hiloCardName, hiloOutcome, parseHiloStart } from '#rules/hilo/hilo.ts'
import { KENO_RISKS, kenoOutcome } from '#rules/keno/keno.ts'
import { limboOutcome } from '#rules/limbo/limbo.ts'
import { minesOutcome, parseMinesParams } from '#rules/mines/mines.ts'
import { type Fields, parseChoice, parseFields, parseInteger } from '#fair/parse-value.ts'
import { PLINKO_RISKS, PLINKO_ROWS, plinkoOutcome } from '#rules/plinko/plinko.ts'
import { pondReelsOutcome } from '#rules/pond-reels/pond-reels.ts'
import { recordedCrashFault } from '#rules/crash/crash-check.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { type BetSeeds, type RandomStream, createStream } from '#fair/stream.ts'
import { WHEEL_RISKS, WHEEL_SEGMENTS, wheelOutcome } from '#rules/wheel/wheel.ts'
import { recordedPaymentFault } from './recorded-payment.ts'

/**
 * An outcome as the verifier writes it and as a bet history records it. Dice, limbo, crash: the number as
 * shown (59.67); plinko: `LLRR…`; wheel: the segment; mines, keno, Pond Reels: numbers in draw order; hilo:
 * the first card (`AH`), or a list of cards when `params.cards` says how many; with `params.startCard` always a list,
 * in which that card comes first and counts.
 */
export type WireOutcome = number | string | readonly number[] | readonly string[]

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

/** Said of a bet of Crash that was cashed out of a round that still goes on. */
export const NOT_OVER = 'the round of this bet is not over yet'
/** Said of a bet of Crash whose round has no salt. */
export const VOID_ROUND = 'the round of this bet was void: it has no result'

/** Said of a bet whose server seed is another one than was committed to. */
export const NOT_COMMITTED = 'serverSeedHash is not the SHA-256 of serverSeed'

/** How each game reads its stream. Params that decide nothing about the outcome may be left out. */
const OUTCOMES: Readonly<Record<SeededGame, (stream: RandomStream, params: Fields) => WireOutcome>> = {
  dice: (stream) => diceOutcome(stream) / 100,
  limbo: (stream) => limboOutcome(stream) / 100,
  plinko: (stream, { rows, risk }) => {
    if (risk !== undefined) parseChoice(risk, 'risk', PLINKO_RISKS)
    return plinkoOutcome(stream, parseChoice(rows, 'rows', PLINKO_ROWS)).join('')
  },
  mines: (stream, params) => {
    if (params['mines'] !== undefined) parseMinesParams(params)
    return minesOutcome(stream)
  },
  keno: (stream, { risk }) => {
    if (risk !== undefined) parseChoice(risk, 'risk', KENO_RISKS)
    return kenoOutcome(stream)
  },
  wheel: (stream, { segments, risk }) => {
    if (risk !== undefined) parseChoice(risk, 'risk', WHEEL_RISKS)
    return wheelOutcome(stream, parseChoice(segments, 'segments', WHEEL_SEGMENTS))
  },
  hilo: (stream, params) => {
    const start = parseHiloStart(params)
    const { cards = start.startCard && 1 } = params
    if (cards === undefined) return hiloCardName(hiloCard(stream))
    return hiloOutcome(stream, parseInteger(cards, 'cards', 1, HILO_MAX_CARDS), start).map(hiloCardName)
  },
  'pond-reels': (stream) => pondReelsOutcome(stream),
}

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
  if (game === 'crash') return verifyCrashBet(bet)
  const params = parseFields(bet['params'] ?? {}, 'params')
  const recorded = bet['outcome']
  const isRecorded = recorded !== undefined && recorded !== null
  if (isSealed(bet)) {
    // Outcome, multiplier and payout have to follow from each other, whatever the seeds say later.
    const paymentFault = isRecorded ? recordedPaymentFault(game, bet, recorded) : undefined
    if (paymentFault !== undefined) return { game, outcome: null, paymentFault }
    throw new FairnessError(NOT_REVEALED)
  }
  const outcome = OUTCOMES[game](createStream(parseSeeds(bet)), params)
  const verified = compared(game, outcome, recorded)
  // What a wrong result pays is nobody's question.
  if (verified.matches === false) return verified
  const paymentFault = recordedPaymentFault(game, bet, outcome)
  return { ...verified, ...(paymentFault !== undefined && { paymentFault }) }
}

function verifyCrashBet(bet: Fields): VerifiedBet {
  const game = 'crash'
  const recorded = bet['outcome']
  const isVoid = bet['salt'] === null && recorded === null
  if (bet['gameHash'] === null || isVoid) {
    const paymentFault = recordedCrashFault(bet, null)
    if (paymentFault !== undefined) return { game, outcome: null, paymentFault }
    throw new FairnessError(bet['gameHash'] === null ? NOT_OVER : VOID_ROUND)
  }
  const point = crashOutcome(parseText(bet['gameHash'], 'gameHash'), parseText(bet['salt'], 'salt'))
  // Only on a device a round is void that has its salt.
  const isVoidDemo = recorded === null && bet['coin'] === 'demo'
  const paymentFault = recordedCrashFault(bet, isVoidDemo ? null : point)
  return { ...compared(game, point / 100, recorded), ...(paymentFault !== undefined && { paymentFault }) }
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
  const serverSeed = parseText(bet['serverSeed'], 'serverSeed')
  if (typeof serverSeedHash === 'string' && serverSeedHash !== hashServerSeed(serverSeed)) {
    throw new FairnessError(NOT_COMMITTED)
  }
  return {
    serverSeed,
    clientSeed: parseText(bet['clientSeed'], 'clientSeed'),
    nonce: parseInteger(bet['nonce'], 'nonce', 0, Number.MAX_SAFE_INTEGER),
  }
}

function parseText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new FairnessError(`${name} must be a text`)
  if (value === '') throw new FairnessError(`${name} is empty`)
  // Half a surrogate pair has no UTF-8 form: two different texts would give the same result.
  if (/\p{Surrogate}/u.test(value)) throw new FairnessError(`${name} is not well-formed Unicode`)
  return value
}

function isSameOutcome(recorded: unknown, outcome: WireOutcome): boolean {
  if (typeof outcome !== 'object') return recorded === outcome
  return (
    Array.isArray(recorded) &&
    recorded.length === outcome.length &&
    recorded.every((entry, index) => entry === outcome[index])
  )
}
