import type { MessageDescriptor } from '@lingui/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createStage } from '#features/play/controller/play-stage.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import { useStore } from '#lib/use-store.ts'
import { holdShownBalances } from '#queries/balances.queries.ts'
import { giftWheelQuery } from './gift-wheel.queries.ts'
import { WHEEL_TURN_MS } from './wheel-motion.ts'

interface Turn {
  readonly isAsking: boolean
  /** The wheel turns towards it. */
  readonly moving: SettledBet<'gift-wheel'> | undefined
  /** The latest result on screen. */
  readonly shown: SettledBet<'gift-wheel'> | undefined
  readonly failure: MessageDescriptor | undefined
  turn(stake: bigint): Promise<void>
  /** Shows the result at once. */
  skip(): void
}

export function useTurn(): Turn {
  const engine = usePlayEngine()
  const queryClient = useQueryClient()
  const [stage] = useState(() => createStage<'gift-wheel'>(engine, WHEEL_TURN_MS))
  const { moving, shown } = useStore(stage.stage)
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<MessageDescriptor>()
  /** Until the turn is made: trying it again asks for the same one. */
  const key = useRef<string>(undefined)
  useEffect(() => () => stage.finishMotion(), [stage])

  async function turn(stake: bigint): Promise<void> {
    if (isAsking || moving.length > 0) return
    setIsAsking(true)
    setFailure(undefined)
    // The balance follows when the wheel stands still.
    const held = stage.hold(0n)
    const showBalances = holdShownBalances(queryClient)
    key.current ??= createIdempotencyKey()
    try {
      const bet = await engine.place({ game: 'gift-wheel', params: {}, stake, key: key.current })
      key.current = undefined
      setIsAsking(false)
      await stage.show(bet, held && { held })
    } catch (error) {
      held?.release()
      setIsAsking(false)
      setFailure(playErrorMessage(error))
    } finally {
      showBalances()
    }
    await queryClient.invalidateQueries({ queryKey: giftWheelQuery.queryKey })
  }

  return { isAsking, moving: moving.at(-1), shown, failure, turn, skip: stage.finishMotion }
}
