import type { CSSProperties } from 'react'
import { POND_SYMBOLS, type PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'
import styles from './pond-reels.module.css'

/** As wide as its container. It has an accessible name only with `label`. */
export function SymbolPicture({ symbol, label }: { symbol: PondSymbol; label?: string }) {
  const place = { '--place': POND_SYMBOLS.indexOf(symbol) } as CSSProperties
  return label === undefined ? (
    <span className={styles.symbol} style={place} data-symbol={symbol} aria-hidden />
  ) : (
    <span className={styles.symbol} style={place} role="img" aria-label={label} />
  )
}
