import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import type { MinesParams } from '#rules/mines/mines.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { PlayError } from '#features/play/play-error.ts'
import type { PlayEngine, RoundState, SettledBet } from '#features/play/play-engine.ts'

export interface MinesAutoRound {
  readonly params: MinesParams
  readonly stake: bigint
  /** Tiles to open, at least one, in this order; the gems found are cashed out after the last. */
  readonly tiles: readonly number[]
  readonly autoPlay?: AutoPlayStep | undefined
  /** Gets every state on the way, the settled one last. */
  readonly show: (state: RoundState) => void
}

/** Plays a whole round of Mines. When a step fails the round stays open, for the player to go on with. */
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
        // The round is worth what one bet may pay: it is cashed out.
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
