import type { Multiplier } from '#fair/multiplier.ts'
import type { GameCheck, SharedCheck } from '#rules/base/game-check.ts'
import { CRASH_CHECK } from '#rules/crash/crash-check.ts'
import { DICE_CHECK } from '#rules/dice/dice-check.ts'
import { GIFT_WHEEL_CHECK } from '#rules/gift-wheel/gift-wheel-check.ts'
import { HILO_CHECK } from '#rules/hilo/hilo-check.ts'
import { KENO_CHECK } from '#rules/keno/keno-check.ts'
import { LIMBO_CHECK } from '#rules/limbo/limbo-check.ts'
import { MINES_CHECK } from '#rules/mines/mines-check.ts'
import { PLINKO_CHECK } from '#rules/plinko/plinko-check.ts'
import { POND_REELS_CHECK } from '#rules/pond-reels/pond-reels-check.ts'
import { WHEEL_CHECK } from '#rules/wheel/wheel-check.ts'
import type { PlayGame } from './games.ts'
import type { SharedGame } from './play-games.ts'

/** Does not compile unless it has exactly the games of `GAMES`. */
export const CHECKS = {
  dice: DICE_CHECK,
  limbo: LIMBO_CHECK,
  mines: MINES_CHECK,
  plinko: PLINKO_CHECK,
  keno: KENO_CHECK,
  wheel: WHEEL_CHECK,
  hilo: HILO_CHECK,
  'pond-reels': POND_REELS_CHECK,
  'gift-wheel': GIFT_WHEEL_CHECK,
} as const satisfies {
  readonly [G in PlayGame]: GameCheck<never, { readonly game: G; readonly multiplier: Multiplier }>
}
type Checks = typeof CHECKS
export type AnyCheck = Checks[PlayGame]

export const SHARED_CHECKS = { crash: CRASH_CHECK } as const satisfies Readonly<
  Record<SharedGame, SharedCheck>
>

export type SeededBet = {
  [G in PlayGame]: { readonly game: G } & Parameters<Checks[G]['arithmetic']>[0]
}[PlayGame]
export type Arithmetic = ReturnType<AnyCheck['arithmetic']>
