import { runAfter } from '#rules/plan/auto-play.ts'
import { afterReleases } from '#server/bonuses/release-bonus.ts'
import type { PlayerState } from './player-state.ts'
import type { Play } from './post-plays.ts'

const MOST_KNOWN = 20_000
/** Rights are read anew after this time, for what no trigger tells of. */
const RIGHTS_MS = 10_000

/** States that a process remembers. Another process may know better: the database takes only plays that still fit. */
export class KnownPlayers {
  readonly #states = new Map<number, PlayerState>()

  get(uid: number): PlayerState | undefined {
    return this.#states.get(uid)
  }

  /** Undefined if rights have to be read anew. @param now milliseconds since the epoch */
  forBet(uid: number, now: number): PlayerState | undefined {
    const state = this.#states.get(uid)
    const age = state ? now - state.rights.readAt : -1
    return age >= 0 && age < RIGHTS_MS ? state : undefined
  }

  remember(state: PlayerState): void {
    const before = this.#states.get(state.uid)
    if (before && before.revision > state.revision) return
    this.#states.delete(state.uid)
    this.#states.set(state.uid, state)
    if (this.#states.size <= MOST_KNOWN) return
    const [oldest] = this.#states.keys()
    if (oldest !== undefined) this.#states.delete(oldest)
  }

  forget(uid: number): void {
    this.#states.delete(uid)
  }
}

export function stateAfter({ kind, state, at, bet, releases, receipt, autoPlay }: Play): PlayerState {
  const isPlaced = kind === 'bet' || kind === 'open'
  const without = <B extends { readonly id: string }>(bets: readonly B[]) =>
    bets.filter(({ id }) => id !== bet.id)
  const isShared = 'sharedRound' in bet
  return {
    ...state,
    revision: state.revision + 1n,
    nonce: state.nonce + (isPlaced && !isShared ? 1 : 0),
    receipts: receipt.sequence,
    receiptHash: receipt.hash,
    betAt: isPlaced ? { ...state.betAt, [bet.game]: at } : state.betAt,
    rounds: isShared || 'payout' in bet ? without(state.rounds) : [...without(state.rounds), bet],
    shared: isShared && !('payout' in bet) ? [...without(state.shared), bet] : without(state.shared),
    autoPlay: state.autoPlay && autoPlay ? runAfter(state.autoPlay, autoPlay, at) : state.autoPlay,
    rights: { ...state.rights, bonuses: afterReleases(state.rights.bonuses, releases) },
  }
}
