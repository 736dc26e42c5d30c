import { useFormat } from '#i18n/use-format.ts'
import type { LuckBets } from '#contract/luck.ts'
import { formatDecimal, parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { PAID_DECIMALS } from './luck-messages.ts'

/** The exact gain as a decimal number, which is negative for a loss. */
export function netOf({ paidUsd, wageredUsd }: Pick<LuckBets, 'paidUsd' | 'wageredUsd'>): string {
  const [paid, wagered] = [paidUsd, wageredUsd].map((text) =>
    unitsAt(parseDecimal(text) ?? ZERO, PAID_DECIMALS),
  )
  const net = (paid ?? 0n) - (wagered ?? 0n)
  return net < 0n
    ? `-${formatDecimal({ units: -net, scale: PAID_DECIMALS })}`
    : formatDecimal({ units: net, scale: PAID_DECIMALS })
}

/** Cents; amounts below a dollar have two decimals more. */
export function useDollars() {
  const { decimal } = useFormat()
  return (text: string, { isSigned = false }: { isSigned?: boolean } = {}): string => {
    const isNegative = text.startsWith('-')
    const size = isNegative ? text.slice(1) : text
    const shown = `$${decimal(size, 2, size.startsWith('0.') ? 4 : 2)}`
    if (isNegative) return `−${shown}`
    return isSigned && /[1-9]/.test(shown) ? `+${shown}` : shown
  }
}
