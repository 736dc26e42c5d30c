import { crashResult } from '#rules/crash/crash.ts'
import { DICE_OUTCOMES, diceMultiplier, parseDiceParams } from '#rules/dice/dice.ts'
import { type FairGame, type SeededGame } from '#rules/play-games.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import {
  HILO_MAX_CARDS,
  HILO_MOVES,
  hiloCardOf,
  hiloGuesses,
  hiloMultiplier,
  hiloStepMultiplier,
  isHiloGuessRight,
  parseHiloCardName,
} from '#rules/hilo/hilo.ts'
import { KENO_NUMBERS, kenoMultiplier, parseKenoParams } from '#rules/keno/keno.ts'
import { limboMultiplier, limboResult, parseLimboParams } from '#rules/limbo/limbo.ts'
import { MINES_TILES, mineTiles, minesGems, minesMultiplier, parseMinesParams } from '#rules/mines/mines.ts'
import { MULTIPLIER_SCALE, type Multiplier, payoutOf } from '#fair/multiplier.ts'
import { type Fields, parseChoice, parseFields, parseHundredths, parseInteger } from '#fair/parse-value.ts'
import { parsePlinkoParams, plinkoMultiplier } from '#rules/plinko/plinko.ts'
import { POND_STRIPS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { pondReelsMultiplier } from '#rules/pond-reels/pond-reels.ts'
import { amountOf, faultAtAllDecimals, recordedMultiplier, told, unitsAt } from '#fair/recorded-amounts.ts'
import { recordedCrashFault } from '#rules/crash/crash-check.ts'
import { parseWheelParams, wheelMultiplier } from '#rules/wheel/wheel.ts'

/** What a result pays, or, where it is not recorded what the player did, whether it can have paid this. */
type Pays = Multiplier | ((recorded: Multiplier) => boolean)

/**
 * What the player did in a game of several steps, in one form, whether it is recorded as `steps` or as a screen shows it;
 * undefined where that is not recorded.
 */
export function whatWasDone({ steps, opened, moves }: Fields): unknown {
  if (steps === undefined || steps === null) return opened ?? moves ?? undefined
  return listOf(steps, 'steps').map((step) => {
    const { type, tile, guess } = parseFields(step, 'a step')
    return type === 'reveal' ? tile : type === 'skip' ? 'skip' : type === 'guess' ? guess : step
  })
}

/** What each game pays for an outcome as the verifier writes it. */
const PAYS: Readonly<Record<SeededGame, (bet: Fields, outcome: unknown) => Pays>> = {
  dice: ({ params }, outcome) =>
    diceMultiplier(parseDiceParams(params), parseHundredths(outcome, 'the roll', 0, DICE_OUTCOMES - 1)),
  limbo: ({ params }, outcome) =>
    limboMultiplier(parseLimboParams(params), parseHundredths(outcome, 'the result', 100, limboResult(0))),
  plinko({ params }, outcome) {
    const { rows, risk } = parsePlinkoParams(params)
    if (typeof outcome !== 'string' || outcome.length !== rows)
      throw new FairnessError(`the way must be a text of ${rows} times L or R`)
    const way = Array.from(outcome, (side) => parseChoice(side, 'a row', ['L', 'R'] as const))
    return plinkoMultiplier({ rows, risk }, way)
  },
  mines(bet, outcome) {
    const mines = parseMinesParams(bet['params'])
    const hidden = mineTiles(integersOf(outcome, 'the draw', MINES_TILES), mines)
    const tiles = whatWasDone(bet)
    if (tiles === undefined) return (recorded) => recorded === 0 || isWorthOfGems(recorded, mines)
    const list = integersOf(tiles, 'the opened tiles', MINES_TILES)
    if (new Set(list).size < list.length) throw new FairnessError('a tile was opened twice')
    const mine = list.findIndex((tile) => hidden.includes(tile))
    if (mine >= 0 && mine < list.length - 1) throw new FairnessError('the round went on after a mine')
    return mine >= 0 ? 0 : minesMultiplier(mines, list.length)
  },
  keno: ({ params }, outcome) =>
    kenoMultiplier(parseKenoParams(params), integersOf(outcome, 'the draw', KENO_NUMBERS)),
  wheel({ params }, outcome) {
    const wheel = parseWheelParams(params)
    return wheelMultiplier(wheel, parseInteger(outcome, 'the segment', 0, wheel.segments - 1))
  },
  hilo(bet, outcome) {
    const names = listOf(outcome, 'the cards')
    parseInteger(names.length, 'the number of cards', 1, HILO_MAX_CARDS)
    const cards = names.map((card) => hiloCardOf(parseHiloCardName(card, 'a card')))
    const moves = whatWasDone(bet)
    if (moves === undefined) return (recorded) => canHaveMade(cards, recorded)
    return hiloMultiplier(
      cards,
      listOf(moves, 'moves').map((move) => parseChoice(move, 'a move', HILO_MOVES)),
    )
  },
  'pond-reels': (_, outcome) => {
    const stops = listOf(outcome, 'the stops')
    return pondReelsMultiplier(
      POND_STRIPS.map((strip, reel) => parseInteger(stops[reel], 'a stop', 0, strip.length - 1)),
    )
  },
}

/**
 * What is wrong with how a bet was paid, as exports, the API and receipts write it: outcome, multiplier, stake and payout
 * have to follow from each other. What the bet does not say is not checked.
 * @param outcome of the bet, as the verifier writes it
 * @param isSigned whether the house has signed it: then nothing that decides the multiplier may be missing
 * @returns one plain English sentence; undefined when nothing is wrong
 * @throws {FairnessError} when a field does not have the form that it must have
 */
export function recordedPaymentFault(
  game: FairGame,
  bet: Fields,
  outcome: unknown,
  { isSigned = false }: { readonly isSigned?: boolean } = {},
): string | undefined {
  if (game === 'crash') {
    const point = told(outcome, (value) => parseHundredths(value, 'the crash point', 100, crashResult(0)))
    return recordedCrashFault(bet, point ?? null)
  }
  const multiplier = told(bet['multiplier'], recordedMultiplier)
  const stake = told(bet['stake'], (value) => amountOf(value, 'stake'))
  const payout = told(bet['payout'], (value) => amountOf(value, 'payout'))
  if (multiplier === undefined && payout === undefined) return undefined
  const pays = paysOf(game, bet, outcome)
  if (pays instanceof FairnessError && (isSigned || isTold(game, bet))) return pays.message
  const known = typeof pays === 'number' ? pays : undefined
  const isRight =
    multiplier === undefined ||
    (typeof pays === 'function' ? pays(multiplier) : known === undefined || multiplier === known)
  if (!isRight) {
    return known === undefined
      ? `the outcome cannot have paid ${times(multiplier)}`
      : `the outcome pays ${times(known)}, recorded is ${times(multiplier)}`
  }
  const made = multiplier ?? known
  if (made === undefined || !stake || !payout) return undefined
  return faultAtAllDecimals([stake, payout], bet['coin'], (decimals) =>
    payoutOf(unitsAt(stake, decimals), made) === unitsAt(payout, decimals)
      ? undefined
      : `the stake times ${times(made)} is not what was paid`,
  )
}

function paysOf(game: SeededGame, bet: Fields, outcome: unknown): Pays | FairnessError {
  try {
    return PAYS[game](bet, outcome)
  } catch (error) {
    if (error instanceof FairnessError) return error
    // Fewer gems than were opened, or a way of other rows.
    if (error instanceof RangeError) return new FairnessError(error.message)
    throw error
  }
}

/** What decides the multiplier of each game besides the outcome. */
const DECIDED_BY: Readonly<Record<SeededGame, readonly string[]>> = {
  dice: ['side', 'target'],
  limbo: ['target'],
  plinko: ['rows', 'risk'],
  mines: ['mines'],
  keno: ['risk', 'picks'],
  wheel: ['segments', 'risk'],
  hilo: ['cards'],
  'pond-reels': [],
}

/** Whether the bet says all that decides it. */
function isTold(game: SeededGame, { params }: Fields): boolean {
  const said = params === undefined || params === null ? {} : parseFields(params, 'params')
  return DECIDED_BY[game].every((name) => said[name] !== undefined)
}

function isWorthOfGems(recorded: Multiplier, mines: { mines: number }): boolean {
  for (let gems = 0; gems <= minesGems(mines); gems += 1)
    if (minesMultiplier(mines, gems) === recorded) return true
  return false
}

/** Without the moves: at most the best right guess at each card. */
function canHaveMade(cards: readonly number[], recorded: Multiplier): boolean {
  if (recorded === 0) return cards.length > 1
  let most = 1
  cards.slice(0, -1).forEach((card, index) => {
    const right = hiloGuesses(card).filter((guess) => isHiloGuessRight(card, guess, cards[index + 1] ?? 0))
    // What is cut off each step is at most a ten-thousandth.
    most *= Math.max(1, ...right.map((guess) => (hiloStepMultiplier(card, guess) + 1) / MULTIPLIER_SCALE))
  })
  return recorded >= MULTIPLIER_SCALE && recorded <= most * MULTIPLIER_SCALE
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new FairnessError(`${name} must be a list`)
  return value as unknown[]
}

/** Whole numbers below a limit. */
const integersOf = (value: unknown, name: string, limit: number): number[] =>
  listOf(value, name).map((number) => parseInteger(number, name, 0, limit - 1))

const times = (multiplier: Multiplier) => `${multiplier / MULTIPLIER_SCALE}×`
