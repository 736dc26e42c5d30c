import { useEffect, useRef, useState } from 'react'
import { countUp } from '#lib/count-up.ts'
import { useMedia } from '#lib/use-media.ts'

const COUNT_MS = 600

/** An amount that counts up when it rises, where motion is wanted. */
export function useCounted(amount: bigint, decimals: number): bigint {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const before = useRef(amount)
  const [counted, setCounted] = useState<bigint>()
  useEffect(() => {
    const from = before.current
    before.current = amount
    if (isStill || amount <= from) return
    const count = { from, to: amount, decimals, places: decimals, milliseconds: COUNT_MS }
    return countUp({ ...count, show: setCounted })
  }, [amount, decimals, isStill])
  return counted ?? amount
}
