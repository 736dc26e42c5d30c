import { useEffect, useRef } from 'react'
import { crashPointAt, crashShareLeft } from '#rules/crash/crash-curve.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import type { CrashSlot } from './crash-slot.ts'
import { unitsOf } from './crash-units.ts'

const EVERY_MS = 100

/** Written without a render. Screen readers read the button's own words only. */
export function CrashPayout({ table, slot }: { table: CrashTable; slot: CrashSlot }) {
  const ref = useRef<HTMLSpanElement>(null)
  const coin = useCoin()
  const { coins } = usePlayFormat()
  const write = () => {
    const bet = slot.placed.get()
    const startAt = table.view.get()?.round.startAt
    if (!ref.current || !coin || !bet || startAt === null || startAt === undefined) return
    const point = crashPointAt(Math.max(0, table.now() - startAt))
    const due = payoutOf(unitsOf(bet.stake, slot.engine), crashShareLeft(bet.cashOuts) * point)
    ref.current.textContent = coins(toCents(due, coin.decimals), coin)
  }
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  useEffect(() => {
    latest.current()
    const timer = setInterval(() => latest.current(), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span ref={ref} aria-hidden className="num" translate="no" data-testid={`crash-payout-${slot.number}`} />
  )
}

/** A running figure shows two decimals; the payout itself is exact. */
function toCents(units: bigint, decimals: number): bigint {
  const cent = 10n ** BigInt(Math.max(0, decimals - 2))
  return units < cent ? units : units - (units % cent)
}
