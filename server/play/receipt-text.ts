import { canonicalJson } from '#fair/canonical-json.ts'
import { sha256, type Secrets } from '#server/identity/secrets.ts'
import { toDecimal } from '#server/coins/units.ts'
import { rulesOf } from '#rules/games.ts'
import { roundRulesOf } from '#rules/plan/bet.ts'
import {
  type CommonBet,
  type OpenRound,
  type PairOfBet,
  type PlacedBet,
  type SettledBet,
} from './play-record.ts'
import type { SettledSharedBet, SharedBet, SharedRound } from './shared-record.ts'

const MULTIPLIER_DECIMALS = 4

interface CommonAbout {
  /** Idempotency key of the request that it answers. */
  readonly key: string
  /** See `playerName`. */
  readonly player: string
  readonly decimals: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** SHA-256 of the player's receipt before, as hexadecimal text. */
  readonly prev: string
}
interface About extends CommonAbout {
  readonly pair: PairOfBet
}

/** A player's name in receipts: only the player and the house can tell who that is. */
export const playerName = (secrets: Pick<Secrets, 'hash'>, uid: number): string =>
  secrets.hash('receipt-player', String(uid)).toString('hex').slice(0, 32)

export const hashOfText = (text: string): string => sha256(text).toString('hex')

const commonOf = (bet: CommonBet, { key, player, decimals, at, prev }: CommonAbout) => ({
  v: 1,
  key,
  bet: bet.id,
  player,
  game: bet.game,
  params: bet.params,
  stake: toDecimal(bet.stake, decimals),
  coin: bet.coin,
  at: new Date(at).toISOString(),
  prev,
})

const fieldsOf = (bet: PlacedBet, { pair, ...about }: About) => ({
  ...commonOf(bet, about),
  pair: pair.ordinal,
  serverSeedHash: pair.hash,
  clientSeedHash: hashOfText(pair.clientSeed),
  nonce: bet.nonce,
})

const sharedFieldsOf = (bet: SharedBet, { chain, place }: SharedRound, about: CommonAbout) => ({
  ...commonOf(bet, about),
  crashRound: bet.sharedRound,
  crashChain: chain,
  crashGame: place,
})

const startOf = ({ startAt }: SharedRound) =>
  startAt === null ? {} : { startAt: new Date(startAt).toISOString() }

export const receiptOfSharedBet = (bet: SharedBet, round: SharedRound, about: CommonAbout): string =>
  canonicalJson({ ...sharedFieldsOf(bet, round, about), type: 'bet' })

export const receiptOfSharedPart = (bet: SharedBet, round: SharedRound, about: CommonAbout): string =>
  canonicalJson({
    ...sharedFieldsOf(bet, round, about),
    ...startOf(round),
    type: 'step',
    step: bet.steps.at(-1),
  })

/** For a bet that is out. The round's result is part of it once everybody may know it, and null before. */
export const receiptOfSharedEnd = (bet: SettledSharedBet, round: SharedRound, about: CommonAbout): string =>
  canonicalJson({
    ...sharedFieldsOf(bet, round, about),
    ...startOf(round),
    type: 'settle',
    steps: bet.steps,
    endedBy: bet.endedBy,
    outcome: round.point === null ? null : round.point / 100,
    multiplier: toDecimal(BigInt(bet.multiplier), MULTIPLIER_DECIMALS),
    payout: toDecimal(bet.payout, about.decimals),
  })

export const receiptOfRound = (round: OpenRound, about: About): string =>
  canonicalJson({ ...fieldsOf(round, about), type: 'bet' })

/** For the last step of a round that goes on: the step, and what its player saw then. */
export const receiptOfStep = (round: OpenRound, outcome: unknown, about: About): string =>
  canonicalJson({
    ...fieldsOf(round, about),
    type: 'step',
    step: round.steps.at(-1),
    view: roundRulesOf(round.game).view({ params: round.params, outcome, steps: round.steps }),
  })

/** @param type `bet` if its request decided it, `settle` if a round has ended */
export function receiptOfSettled(bet: SettledBet, type: 'bet' | 'settle', about: About): string {
  const rules = rulesOf(bet.game)
  return canonicalJson({
    ...fieldsOf(bet, about),
    type,
    params: rules.wireParams(bet.params, bet.outcome),
    outcome: rules.wireOutcome(bet.outcome),
    multiplier: toDecimal(BigInt(bet.multiplier), MULTIPLIER_DECIMALS),
    payout: toDecimal(bet.payout, about.decimals),
    ...(bet.endedBy !== null && { steps: bet.steps, endedBy: bet.endedBy }),
    ...(bet.isFree && { free: true }),
  })
}
