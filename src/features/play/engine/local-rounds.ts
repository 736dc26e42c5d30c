import { minesOutcome } from '#fair/mines.ts'
import { payoutOf, type Multiplier } from '#fair/multiplier.ts'
import type { RandomStream } from '#fair/stream.ts'
import type { BetRequest, OpenRound, RoundAction, RoundGame, RoundState } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { toOpenRound, type AccountRecord, type RoundRecord } from './account-record.ts'
import { readBet, toSettledBet, type MinesBetRecord } from './bet-record.ts'
import { cashOutMultiplier, revealTile } from './mines-round.ts'
import type { Change } from './play-vault.ts'

/** A step the player asks for; `cash-out` is the one that ends a round by choice. */
export type RoundStep = RoundAction | { readonly type: 'cash-out' }

/** What a step leaves: the account, and the bet when the round is over. */
interface SteppedRound extends Change<RoundState> {
  readonly account: AccountRecord
  readonly bet?: MinesBetRecord
}

/** Opens a round of the current pair's next nonce. The stake has been taken already. */
export function openRound(
  account: AccountRecord,
  request: BetRequest<RoundGame>,
  stream: RandomStream,
  startedAt: number,
): RoundRecord {
  return {
    id: request.key,
    game: request.game,
    startedAt,
    params: request.params,
    stake: request.stake,
    outcome: [...minesOutcome(stream)],
    opened: [],
    keys: [],
    serverSeedHash: account.serverSeedHash,
    clientSeed: account.clientSeed,
    nonce: account.nonce,
  }
}

/** @throws PlayError `bad_action` */
export function takeStep(
  account: AccountRecord,
  round: RoundRecord,
  step: RoundStep,
  { key, now, maxPayout }: { key: string; now: number; maxPayout: bigint },
): SteppedRound {
  const keys = [...round.keys, key]
  const others = account.rounds.filter(({ id }) => id !== round.id)
  const { opened, multiplier } =
    step.type === 'reveal'
      ? revealTile(round, step.tile, maxPayout)
      : { opened: round.opened, multiplier: cashOutMultiplier(round) }
  if (multiplier === undefined) {
    const next: RoundRecord = { ...round, opened: [...opened], keys }
    return {
      answer: { status: 'open', round: toOpenRound(next) },
      account: { ...account, rounds: [...others, next] },
    }
  }
  const bet = settle({ ...round, opened: [...opened], keys }, multiplier, account.lastBet + 1, now)
  return {
    answer: { status: 'settled', bet: toMinesBet(bet, null) },
    account: {
      ...account,
      rounds: others,
      balance: account.balance + bet.payout,
      lastBet: bet.sequence,
    },
    bet,
  }
}

function settle(round: RoundRecord, multiplier: Multiplier, sequence: number, time: number): MinesBetRecord {
  return { ...round, sequence, time, multiplier, payout: payoutOf(round.stake, multiplier) }
}

/**
 * The answer that a step got when it was taken, or undefined when its key is new to the round.
 * @throws PlayError `key_reused`
 */
export function repeatedStep(
  round: RoundRecord | MinesBetRecord,
  step: RoundStep,
  key: string,
  serverSeed: string | null,
): RoundState | undefined {
  const index = round.keys.indexOf(key)
  if (index < 0) return undefined
  // Every step opens one tile but the last of a round that was cashed out.
  const tile = round.opened[index]
  const isSame = step.type === 'reveal' ? step.tile === tile : tile === undefined
  if (!isSame) throw new PlayError('key_reused', 'The key belongs to another step of the round')
  const isEnd = 'payout' in round && index === round.keys.length - 1
  if (isEnd) return { status: 'settled', bet: toMinesBet(round, serverSeed) }
  return { status: 'open', round: toOpenRound(round, index + 1) }
}

/** The round as it was before its first step. */
export function unplayedRound(round: RoundRecord | MinesBetRecord): OpenRound {
  return toOpenRound(round, 0)
}

/** The stored bet of a round that is over; undefined when there is none. */
export function readMinesBet(stored: unknown): MinesBetRecord | undefined {
  const bet = readBet(stored)
  return bet?.game === 'mines' ? bet : undefined
}

function toMinesBet(record: MinesBetRecord, serverSeed: string | null) {
  const bet = toSettledBet(record, serverSeed)
  if (bet.game !== 'mines') throw new TypeError('A bet of Mines stays one')
  return bet
}
