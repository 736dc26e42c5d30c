import { decimalOrder } from '#operator/grid/decimal-order.ts'

/** Basis points of what is owed that are held; null if it is not known, or nothing is owed. */
export function coverBps(owed: string, held: string | null): number | null {
  const [owedUnits, heldUnits] = [decimalOrder(owed), decimalOrder(held)]
  if (owedUnits === null || heldUnits === null || owedUnits === 0n) return null
  return Number((heldUnits * 10_000n) / owedUnits)
}
