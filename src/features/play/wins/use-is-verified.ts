import { useEffect, useState } from 'react'
import { usePlayEngine } from '#features/play/play-context.ts'
import { isCrashBet } from '#features/play/play-engine.ts'
import type { ShownResult } from '#features/play/session/play-moments.ts'

/** True once the server seed of the bet is revealed, and this device has computed the bet again from it. */
export function useIsVerified({ id }: ShownResult): boolean {
  const { history } = usePlayEngine()
  const [isVerified, setIsVerified] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const check = async () => {
      const bet = await history.get(id)
      if (!bet || isCrashBet(bet) || bet.seeds.serverSeed === null) return
      const { checkBet } = await import('#features/play/check-bet.ts')
      if (isCurrent) setIsVerified(checkBet(bet)?.isVerified === true)
    }
    // The seed of a bet that was just made is secret: only a change can reveal it.
    const stop = history.follow(({ type }) => {
      if (type === 'changed') void check().catch(() => undefined)
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [history, id])
  return isVerified
}
