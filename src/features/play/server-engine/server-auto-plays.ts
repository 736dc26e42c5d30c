import type { ApiClient } from '#api/api-client.ts'
import { startAutoPlay, stopAutoPlay } from '#contract/play.ts'
import type { AutoPlayBounds, AutoPlayLease } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { isAnswerLost } from './lost-answers.ts'
import { toPlayError } from './server-error.ts'

/** Safe, since the same request again does the same. An auto-play whose answer never comes lapses by itself. */
const TRIES = 3
const PAUSE_MS = 500

/**
 * The server holds the auto-play to its bounds.
 * @throws ApiError, PlayError `auto_play_ended` when it is over before it has begun
 */
export async function startServerAutoPlay(
  call: ApiClient['call'],
  { coin, decimals }: { readonly coin: string; readonly decimals: number },
  { game, key, count, highestStake, stopOnLoss, stopOnProfit, stopOnWin }: AutoPlayBounds,
): Promise<AutoPlayLease> {
  const decimal = (units: bigint) => formatDecimal({ units, scale: decimals })
  const decimalOrNull = (units: bigint | undefined) => (units === undefined ? null : decimal(units))
  const body = {
    idempotencyKey: key,
    game,
    coin,
    count: count ?? null,
    highestStake: decimal(highestStake),
    stopOnLoss: decimalOrNull(stopOnLoss),
    stopOnProfit: decimalOrNull(stopOnProfit),
    stopOnSingleWin: decimalOrNull(stopOnWin),
  }
  const { id, done, ended } = await again(() => call(startAutoPlay, { body }))
  if (ended !== null) throw new PlayError('auto_play_ended', `The auto-play has ended: ${ended}`)
  let step = done
  return {
    next: () => ({ id, step: (step += 1) }),
    async stop() {
      try {
        const stopped = await again(() => call(stopAutoPlay, { params: { id } }))
        return stopped.ended ?? 'stopped'
      } catch (error) {
        throw toPlayError(error, 'reading')
      }
    },
  }
}

async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tries >= TRIES || !isAnswerLost(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
