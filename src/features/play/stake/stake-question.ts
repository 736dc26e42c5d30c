import { createStore, type ReadableStore } from '#lib/store.ts'
import type { BetGame, PlayEngine } from '#features/play/play-engine.ts'
import type { StakeQuestion } from './stake-play.ts'
import { acknowledgeStake } from '#features/play/session/play-session.actions.ts'
import { readSession } from '#features/play/session/play-session.state.ts'
import { shownAmount } from '#features/play/session/shown-balance.actions.ts'
import { judgeStake } from '#features/play/session/stake-guard.ts'

/** Asks the player before an amount that may be a slip of the finger. */
export interface StakeAsking {
  readonly question: ReadableStore<StakeQuestion | undefined>
  answerQuestion(isYes: boolean): void
}

export interface StakeGuard extends StakeAsking {
  /**
   * Goes on at once, or after the player's yes when the stake is far above the usual.
   * @param back what comes back before the stake is taken
   */
  guard(stake: bigint, isMax: boolean, proceed: () => void, back?: bigint): void
}

export function createStakeGuard(engine: PlayEngine, game: BetGame): StakeGuard {
  const question = createStore<(StakeQuestion & { proceed: () => void }) | undefined>(undefined)
  const coin = () => engine.balance.get()?.coin ?? ''
  return {
    question,
    guard(stake, isMax, proceed, back = 0n) {
      const { stakes: recent, acknowledgedStake: acknowledged } = readSession(coin(), game)
      const balance = (shownAmount(engine) ?? 0n) + back
      const warning = judgeStake({ stake, balance, recent, acknowledged, isMax })
      if (warning) question.set({ stake, warning, proceed })
      else proceed()
    },
    answerQuestion(isYes) {
      const asked = question.get()
      question.set(undefined)
      if (!asked || !isYes) return
      acknowledgeStake(coin(), game, asked.stake)
      asked.proceed()
    },
  }
}
