import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '#fair/canonical-json.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { emptyRoot, hashLeaf, joinHashes, rootOf } from '#fair/merkle.ts'
import { parseChoice, parseFields, parseInteger } from '#fair/parse-value.ts'
import { parseText, type Seal, SealError } from '#fair/seal.ts'
import { crashOutcome } from './crash.ts'

// Rounds of Crash in the seal of the day on which they ended (docs/seals.md).

/** The fields of a finished round that a seal covers. */
export interface SealedRound {
  readonly id: string
  readonly game: number
  readonly status: 'settled' | 'void'
  readonly gameHash: string
  /** Null for a void round without a salt. */
  readonly salt: string | null
  /** A multiplier such as 2.31; null for a void round. */
  readonly point: number | null
}

/** The text that a leaf of the day's tree hashes. */
export const sealedRoundText = ({ id, game, status, gameHash, salt, point }: SealedRound): string =>
  canonicalJson({ v: 1, type: 'crash', id, game, status, gameHash, salt, point })

/** Reads a round in the form of `GET /crash/rounds`. @throws {FairnessError} if it is malformed */
export function parseSealedRound(value: unknown): SealedRound {
  const { id, game, status, gameHash, salt, point } = parseFields(value, 'a round')
  if (point !== null && typeof point !== 'number') throw new FairnessError('point must be a number or null')
  return {
    id: parseText(id, 'id', /^[1-9]\d{0,18}$/),
    game: parseInteger(game, 'game', 1, Number.MAX_SAFE_INTEGER),
    status: parseChoice(status, 'status', ['settled', 'void']),
    gameHash: parseText(gameHash, 'gameHash', /^[0-9a-f]{64}$/),
    salt: salt === null ? null : parseText(salt, 'salt', /^.{1,200}$/),
    point,
  }
}

/**
 * Checks that these are exactly the day's sealed rounds, in any order, that no game between two of them is missing, and
 * that each point follows from hash and salt. `createCrashVerifier` checks that a hash belongs to a published chain.
 * @throws {SealError}
 */
export function checkSealedRounds(seal: Seal, rounds: readonly SealedRound[]): void {
  const ordered = inOrder(rounds)
  const { day, crash } = seal
  if (ordered.length !== crash.rounds) {
    throw new SealError(
      `the seal of ${day} counts ${crash.rounds} rounds of Crash, and here are ${ordered.length}`,
    )
  }
  const leaves = ordered.map((round) => hashLeaf(utf8ToBytes(sealedRoundText(round))))
  if (bytesToHex(rootOf(leaves, joinHashes()) ?? emptyRoot()) !== crash.root) {
    throw new SealError(`the rounds of Crash of ${day} differ from the sealed ones`)
  }
  for (const [index, round] of ordered.entries()) checkFollows(day, ordered[index - 1], round)
  for (const { id, gameHash, salt, point, status } of ordered) {
    const isRight =
      status === 'void'
        ? point === null
        : salt !== null && crashOutcome(gameHash, salt) === Math.round((point ?? 0) * 100)
    if (!isRight) throw new SealError(`hash and salt of round ${id} do not give the point ${point ?? 'null'}`)
  }
}

/**
 * Checks that no round is missing between two days: the last round of a day or the first of the next would be in
 * neither seal.
 * @param days consecutive days whose rounds `checkSealedRounds` accepted
 * @throws {SealError}
 */
export function checkRoundsAcrossDays(
  days: readonly (readonly [day: string, rounds: readonly SealedRound[]])[],
): void {
  let before: SealedRound | undefined
  for (const [day, rounds] of days) {
    const ordered = inOrder(rounds)
    const [first] = ordered
    if (first) checkFollows(day, before, first)
    before = ordered.at(-1) ?? before
  }
}

const inOrder = (rounds: readonly SealedRound[]) =>
  [...rounds].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))

function checkFollows(day: string, before: SealedRound | undefined, { game }: SealedRound): void {
  // The first game of a chain follows the last game of another chain.
  if (before && game !== before.game + 1 && game !== 1) {
    throw new SealError(`the seal of ${day} has no game of Crash between ${before.game} and ${game}`)
  }
}
