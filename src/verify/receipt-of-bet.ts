import { canonicalJson } from '#fair/canonical-json.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { type Fields, parseFields } from '#fair/parse-value.ts'
import { type Receipt, ReceiptError, hashText } from '#fair/receipt.ts'
import { signedMultiplier } from '#fair/recorded-amounts.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { whatWasDone } from '#rules/base/game-check.ts'
import { CHECKS } from '#rules/checks.ts'
import { isPlayGame } from '#rules/games.ts'
import { VERIFIED_GAMES, type VerifiedGame } from '#rules/fair-games.ts'
import { recordedPaymentFault } from './recorded-payment.ts'

/**
 * A bet as exports and the API write it. Its seeds may be nested in `seeds`. Fields that it leaves out are not
 * compared.
 */
export type BetWithReceipt = Fields

/**
 * Compares a receipt with its bet. The receipt of an accepted bet or of a step holds no result, so then the result is
 * not compared.
 * @throws {ReceiptError} `bet`, with the field that differs; `payment`
 */
export function checkReceiptOfBet(receipt: Receipt, bet: BetWithReceipt): void {
  checkSignedPayment(receipt)
  const seeds = bet['seeds'] === undefined ? bet : parseFields(bet['seeds'], 'seeds')
  same('bet', receipt.bet, bet['id'])
  same('game', receipt.game, bet['game'])
  same('coin', receipt.coin, bet['coin'])
  same('stake', amount(receipt.stake), amount(bet['stake']))
  same('free', receipt.isFree, bet['free'])
  checkPlace(receipt, seeds)
  checkParams(receipt, bet['params'])
  if (!receipt.result) return
  // A Crash bet can be cashed out before its round ends.
  if (receipt.result.outcome !== null) same('outcome', receipt.result.outcome, bet['outcome'])
  same('multiplier', amount(receipt.result.multiplier), amount(bet['multiplier']))
  same('payout', amount(receipt.result.payout), amount(bet['payout']))
  const { steps, endedBy } = receipt.result
  if (endedBy !== undefined) same('endedBy', endedBy, bet['endedBy'] ?? undefined)
  if (steps !== undefined) same('steps', doneIn(receipt.game, { steps }), doneIn(receipt.game, bet))
}

/**
 * Checks that the signed outcome, multiplier and payout fit each other, which needs no seeds.
 * @throws {ReceiptError} `payment`
 */
export function checkSignedPayment({ game, params, stake, coin, result, bet }: Receipt): void {
  if (!result || !isVerified(game)) return
  const fault = signedFault(game, { params, stake, coin, ...result }, result.multiplier)
  if (fault !== undefined) throw new ReceiptError('payment', `the signed result of bet ${bet}: ${fault}`)
}

function signedFault(game: VerifiedGame, signed: Fields, text: string): string | undefined {
  try {
    const multiplier = signedMultiplier(text) / MULTIPLIER_SCALE
    return recordedPaymentFault(game, { ...signed, multiplier }, signed['outcome'], { isSigned: true })
  } catch (error) {
    if (error instanceof FairnessError) return error.message
    throw error
  }
}

const isVerified = (game: string): game is VerifiedGame => (VERIFIED_GAMES as readonly string[]).includes(game)

function checkPlace({ place }: Receipt, seeds: Fields): void {
  if ('crashRound' in place) return same('round', place.crashRound, seeds['round'])
  const { clientSeed, serverSeed } = seeds
  // If the bet lists no hash, compute it from its seed: that must match too.
  const ownHash = typeof serverSeed === 'string' ? hashServerSeed(serverSeed) : undefined
  same('serverSeedHash', place.serverSeedHash, seeds['serverSeedHash'] ?? ownHash)
  same(
    'clientSeedHash',
    place.clientSeedHash,
    typeof clientSeed === 'string' ? hashText(clientSeed) : undefined,
  )
  same('nonce', place.nonce, seeds['nonce'])
}

/** Brings the player's steps into the game's canonical form. Unknown forms stay as recorded. */
function doneIn(game: string, bet: Fields): unknown {
  const done = isPlayGame(game) ? CHECKS[game].done : undefined
  return done ? done(bet) : whatWasDone(bet['steps'], undefined)
}

/** A settled bet may have more parameters than at its start: how far the player got. */
function checkParams(receipt: Receipt, params: unknown): void {
  if (params === undefined || params === null) return
  if (receipt.result) return same('params', receipt.params, params)
  const recorded = parseFields(params, 'params')
  for (const [name, value] of Object.entries(receipt.params))
    same(`params.${name}`, value, recorded[name] ?? null)
}

function same(name: string, signed: unknown, recorded: unknown): void {
  if (recorded === undefined || canonicalJson(signed) === canonicalJson(recorded)) return
  throw new ReceiptError(
    'bet',
    `the receipt says ${name} ${canonicalJson(signed)}, the bet says ${canonicalJson(recorded)}`,
  )
}

/** Cuts trailing zeros, so that 10 and 10.00 are equal. */
function amount(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !text.includes('.')) return text
  // No regular expression: it takes quadratic time on an untrusted text of many zeros.
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
