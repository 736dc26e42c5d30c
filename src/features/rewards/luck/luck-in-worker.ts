import type { LuckBets } from '#contract/luck.ts'
import { parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import type { Luck } from '#rules/luck/luck.ts'
import { PAID_DECIMALS, STAKE_DECIMALS, type LuckAnswer, type LuckRequest } from './luck-messages.ts'

const unitsOf = (decimal: string, decimals: number) => unitsAt(parseDecimal(decimal) ?? ZERO, decimals)

/** A phone may take a second for a thousand different bets: the page must not wait for it. */
export function luckInWorker({ kinds, paidUsd }: LuckBets, signal: AbortSignal): Promise<Luck> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./luck.worker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    signal.addEventListener('abort', end)
    const fail = () => {
      end()
      reject(new Error('The luck of these bets cannot be computed'))
    }
    worker.onerror = fail
    worker.onmessage = ({ data: { luck } }: MessageEvent<LuckAnswer>) => {
      if (!luck) return fail()
      end()
      resolve(luck)
    }
    worker.postMessage({
      kinds: kinds.map(({ game, params, stakes }) => ({
        game,
        params,
        stakes: stakes.map(({ usd, bets }) => ({ stake: unitsOf(usd, STAKE_DECIMALS), count: bets })),
      })),
      paid: unitsOf(paidUsd, PAID_DECIMALS),
    } satisfies LuckRequest)
  })
}
