import { randomUUID } from 'node:crypto'
import type { Round } from '#contract/play.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import { readConfig } from '#server/config/config.ts'
import type { AskedStep } from '#rules/plan/bet.ts'
import { stateAfter } from '#server/play/known-players.ts'
import { planBet, planStep } from '#server/play/plan-play.ts'
import { readBet } from '#server/play/play-requests.ts'
import { toRound } from '#server/play/play-answers.ts'
import { drawnOf, type OpenRound, type SettledBet } from '#server/play/play-record.ts'
import type { PlayerState } from '#server/play/player-state.ts'
import type { Play } from '#server/play/post-plays.ts'

/** One USDT at one dollar. */
const RATE: Rate = { coin: 'usdt-tron', decimals: 6, priceUsd: 10n ** 12n, pricedAt: new Date(0) }
export const PLANNED_STAKE = 1_000_000n
const NO_HASH = '0'.repeat(64)

/** A player whose bets the server's engine plans one after the other, without a database. */
export interface PlannedPlayer {
  /** All that is known before a bet: the hash of the server seed, the client seed and the nonce. */
  readonly known: () => { readonly hash: string; readonly clientSeed: string; readonly nonce: number }
  beginPair(serverSeed: string, clientSeed: string): void
  /** A bet of 1 USDT. @throws Refusal */
  bet(game: string, params: object): OpenRound | SettledBet
  /** A round as its player sees it. */
  shown(round: OpenRound): Round
  /** @throws Refusal */
  step(round: OpenRound, step: object | 'cash-out'): OpenRound | SettledBet
}

/** Receipts are written and chained, but not signed: signing decides nothing, and would take most of the time. */
export function createPlannedPlayer(): PlannedPlayer {
  const { play: config, profile } = readConfig({})
  const context = {
    config,
    rules: profile.play,
    now: 0,
    player: 'a player',
    signer: { kid: 'none', sign: () => Buffer.alloc(64) },
  }
  let bets = 0
  let state: PlayerState = {
    uid: 1,
    revision: 0n,
    pair: null,
    nonce: 0,
    receipts: 0n,
    receiptHash: NO_HASH,
    betAt: {},
    rounds: [],
    shared: [],
    autoPlay: null,
    rights: { guard: '0', readAt: 0, refusal: null, hasLimits: false, otherAccounts: [], bonuses: [] },
  }
  const take = (play: Play<OpenRound | SettledBet>) => {
    state = stateAfter(play)
    return play.bet
  }
  return {
    known: () => ({
      hash: state.pair?.hash ?? '',
      clientSeed: state.pair?.clientSeed ?? '',
      nonce: state.nonce,
    }),
    beginPair(serverSeed, clientSeed) {
      const ordinal = (state.pair?.ordinal ?? 0) + 1
      const pair = { ordinal, serverSeed, clientSeed, hash: hashServerSeed(serverSeed) }
      state = { ...state, pair, nonce: 0, revision: state.revision + 1n }
    },
    bet(game, params) {
      const asked = readBet({ idempotencyKey: randomUUID(), game, stake: '1', params }, RATE)
      return take(planBet(state, { asked, rate: RATE }, `${(bets += 1)}`, context))
    },
    shown(round) {
      if (!state.pair) throw new Error('No pair was begun')
      return toRound(round, drawnOf(round, state.pair), {
        pair: state.pair,
        serverSeed: null,
        decimals: RATE.decimals,
      })
    },
    step(round, step) {
      const key = randomUUID()
      const asked: AskedStep = step === 'cash-out' ? { type: 'cash-out', key } : { type: 'step', key, step }
      return take(planStep(state, round, asked, RATE, context))
    },
  }
}
