import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import type { MinesParams } from '#rules/mines/mines.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { PlayError } from '#features/play/play-error.ts'
import type { PlayEngine, RoundState, SettledBet } from '#features/play/play-engine.ts'

export interface MinesAutoRound {
  readonly params: MinesParams
  readonly stake: bigint
  /** At least one tile, in this order. The gems are cashed out after the last. */
  readonly tiles: readonly number[]
  readonly autoPlay?: AutoPlayStep | undefined
  /** Called for every state, the settled one last. */
  readonly show: (state: RoundState) => void
}

/** Plays a whole round. When a step fails the round stays open, and the player can continue it. */
export async function playMinesRound(
  engine: Pick<PlayEngine, 'place' | 'act' | 'cashOut'>,
  { params, stake, tiles, autoPlay, show }: MinesAutoRound,
): Promise<SettledBet<'mines'>> {
  const round = await engine.place({ game: 'mines', params, stake, key: createIdempotencyKey(), autoPlay })
  show({ status: 'open', round })
  for (const tile of tiles) {
    const state = await engine
      .act(round.id, { type: 'reveal', tile }, createIdempotencyKey())
      .catch((error: unknown) => {
        // The round is worth the most that one bet may pay, so it is cashed out.
        if (error instanceof PlayError && error.code === 'payout_too_large') return undefined
        throw error
      })
    if (state === undefined) break
    show(state)
    if (state.status === 'settled') return state.bet as SettledBet<'mines'>
  }
  const bet = await engine.cashOut(round.id, createIdempotencyKey())
  show({ status: 'settled', bet })
  return bet as SettledBet<'mines'>
}
