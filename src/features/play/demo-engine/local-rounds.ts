import { FairnessError } from '#fair/fairness-error.ts'
import { payoutOf, type Multiplier } from '#fair/multiplier.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { BetRequest, OpenRound, RoundState, SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { rulesOf, type RoundGame, type StepOf } from '#rules/games.ts'
import { isSameValue } from '#rules/same-value.ts'
import { toOpenRound, type AccountRecord, type RoundRecord } from './account-record.ts'
import { toSettledBet, type RoundBetRecord } from './bet-record.ts'
import { DEMO_COIN } from './demo-coin.ts'
import type { Change } from './play-vault.ts'

/** A step the player asks for; null is the one that ends a round by choice, cashing out. */
export type AskedStep = StepOf<RoundGame> | null

/** What a step leaves: the account, and the bet when the round is over. */
interface SteppedRound extends Change<RoundState> {
  readonly account: AccountRecord
  readonly bet?: RoundBetRecord
}

/** Opens a round of the current pair's next nonce. The stake has been taken already. */
export function openRound(
  account: AccountRecord,
  { key, game, params, stake }: BetRequest<RoundGame>,
  stream: RandomStream,
  startedAt: number,
): RoundRecord {
  const { coin, decimals } = DEMO_COIN
  const { serverSeedHash, clientSeed, nonce } = account
  const outcome = rulesOf(game).draw(stream, params)
  return {
    ...{ id: key, game, startedAt, params, stake, coin, decimals, outcome, steps: [], keys: [] },
    ...{ serverSeedHash, clientSeed, nonce },
  }
}

/** @throws PlayError `bad_action` */
export function takeStep(
  account: AccountRecord,
  round: RoundRecord,
  asked: AskedStep,
  { key, now, maxPayout }: { key: string; now: number; maxPayout: bigint },
): SteppedRound {
  const keys = [...round.keys, key]
  const others = account.rounds.filter(({ id }) => id !== round.id)
  const { steps, multiplier } = asked === null ? cashedOut(round) : stepped(round, asked, maxPayout)
  if (multiplier === undefined) {
    const next: RoundRecord = { ...round, steps, keys }
    return {
      answer: { status: 'open', round: toOpenRound(next) },
      account: { ...account, rounds: [...others, next] },
    }
  }
  const bet: RoundBetRecord = {
    ...{ ...round, steps, keys, multiplier },
    outcome: rulesOf(round.game).settledOutcome({ ...round, steps }),
    ...{ sequence: account.lastBet + 1, time: now, payout: payoutOf(round.stake, multiplier) },
  }
  return {
    answer: { status: 'settled', bet: toRoundBet(bet, null) },
    account: { ...account, rounds: others, balance: account.balance + bet.payout, lastBet: bet.sequence },
    bet,
  }
}

/** The round after a step; it is over when a multiplier is there, 0 for a loss. */
interface Stepped {
  readonly steps: readonly unknown[]
  readonly multiplier: Multiplier | undefined
}

function stepped(round: RoundRecord, asked: StepOf<RoundGame>, maxPayout: bigint): Stepped {
  const rules = rulesOf(round.game)
  try {
    const step = rules.parseStep(asked)
    if (payoutOf(round.stake, rules.valueAfter(round, step)) > maxPayout) {
      throw new PlayError('payout_too_large', `The step could pay more than ${maxPayout}`)
    }
    return { steps: [...round.steps, step], multiplier: rules.take(round, step) }
  } catch (error) {
    if (error instanceof FairnessError) throw new PlayError('bad_action', error.message, error)
    throw error
  }
}

function cashedOut(round: RoundRecord): Stepped {
  const multiplier = rulesOf(round.game).value(round)
  if (multiplier === undefined) throw new PlayError('bad_action', 'There is nothing to cash out')
  return { steps: round.steps, multiplier }
}

/**
 * The answer that a step got when it was taken, or undefined when its key is new to the round.
 * @throws PlayError `key_reused`
 */
export function repeatedStep(
  round: RoundRecord | RoundBetRecord,
  asked: AskedStep,
  key: string,
  serverSeed: string | null,
): RoundState | undefined {
  const index = round.keys.indexOf(key)
  if (index < 0) return undefined
  // Every key is a step's but the last of a round that was cashed out.
  const taken = round.steps[index] ?? null
  if (!isSameValue(taken, asked))
    throw new PlayError('key_reused', 'The key belongs to another step of the round')
  const isEnd = 'payout' in round && index === round.keys.length - 1
  if (isEnd) return { status: 'settled', bet: toRoundBet(round, serverSeed) }
  return { status: 'open', round: toOpenRound(round, index + 1) }
}

/** The round as it was before its first step. */
export function unplayedRound(round: RoundRecord | RoundBetRecord): OpenRound {
  return toOpenRound(round, 0)
}

/** A bet of a round stays one. */
const toRoundBet = (record: RoundBetRecord, serverSeed: string | null) =>
  toSettledBet(record, serverSeed) as SettledBet<RoundGame>
