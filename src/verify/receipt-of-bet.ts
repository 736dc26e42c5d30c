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
import { FAIR_GAMES, type FairGame } from '#rules/fair-games.ts'
import { recordedPaymentFault } from './recorded-payment.ts'

/** A bet as exports and the API write it; its seeds may lie in `seeds`, and what it does not say is not compared. */
export type BetWithReceipt = Fields

/**
 * Compares a receipt with the bet that it is said to be of. The receipt of an accepted bet or a step says nothing
 * of the result, so that is not compared.
 * @throws {ReceiptError} `bet`, with the field that differs; `payment`
 */
export function checkReceiptOfBet(receipt: Receipt, bet: BetWithReceipt): void {
  checkSignedPayment(receipt)
  const seeds = bet['seeds'] === undefined ? bet : parseFields(bet['seeds'], 'seeds')
  same('bet', receipt.bet, bet['id'])
  same('game', receipt.game, bet['game'])
  same('coin', receipt.coin, bet['coin'])
  same('stake', amount(receipt.stake), amount(bet['stake']))
  checkPlace(receipt, seeds)
  checkParams(receipt, bet['params'])
  if (!receipt.result) return
  // A bet of Crash may be out before its round is over.
  if (receipt.result.outcome !== null) same('outcome', receipt.result.outcome, bet['outcome'])
  same('multiplier', amount(receipt.result.multiplier), amount(bet['multiplier']))
  same('payout', amount(receipt.result.payout), amount(bet['payout']))
  const { steps, endedBy } = receipt.result
  if (endedBy !== undefined) same('endedBy', endedBy, bet['endedBy'] ?? undefined)
  if (steps !== undefined) same('steps', doneIn(receipt.game, { steps }), doneIn(receipt.game, bet))
}

/**
 * Checks that the result that is signed pays what is signed: outcome, multiplier and payout follow from each other,
 * whatever the seeds say later.
 * @throws {ReceiptError} `payment`
 */
export function checkSignedPayment({ game, params, stake, coin, result, bet }: Receipt): void {
  if (!result || !isFairGame(game)) return
  const fault = signedFault(game, { params, stake, coin, ...result }, result.multiplier)
  if (fault !== undefined) throw new ReceiptError('payment', `what is signed of bet ${bet}: ${fault}`)
}

function signedFault(game: FairGame, signed: Fields, text: string): string | undefined {
  try {
    const multiplier = signedMultiplier(text) / MULTIPLIER_SCALE
    return recordedPaymentFault(game, { ...signed, multiplier }, signed['outcome'], { isSigned: true })
  } catch (error) {
    if (error instanceof FairnessError) return error.message
    throw error
  }
}

const isFairGame = (game: string): game is FairGame => (FAIR_GAMES as readonly string[]).includes(game)

function checkPlace({ place }: Receipt, seeds: Fields): void {
  if ('crashRound' in place) return same('round', place.crashRound, seeds['round'])
  const { clientSeed, serverSeed } = seeds
  // Where the bet does not say the hash, its seed must be the right one all the same.
  const ownHash = typeof serverSeed === 'string' ? hashServerSeed(serverSeed) : undefined
  same('serverSeedHash', place.serverSeedHash, seeds['serverSeedHash'] ?? ownHash)
  same(
    'clientSeedHash',
    place.clientSeedHash,
    typeof clientSeed === 'string' ? hashText(clientSeed) : undefined,
  )
  same('nonce', place.nonce, seeds['nonce'])
}

/** What the player did, in the one form of the game; as it is recorded where that has none. */
function doneIn(game: string, bet: Fields): unknown {
  const done = isPlayGame(game) ? CHECKS[game].done : undefined
  return done ? done(bet) : whatWasDone(bet['steps'], undefined)
}

/** A settled bet may say more in its parameters than it was begun with: what the player came to. */
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

/** Without zeros at the end, so that 10 and 10.00 are one amount. */
function amount(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !text.includes('.')) return text
  // By hand, because a regular expression takes quadratic time for a text of zeros that somebody else wrote.
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
