import type { CSSProperties } from 'react'
import { POND_SYMBOLS, type PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'
import styles from './pond-reels.module.css'

/** A symbol as wide as the box it is in. Names itself only where `label` does. */
export function SymbolPicture({ symbol, label }: { symbol: PondSymbol; label?: string }) {
  const place = { '--place': POND_SYMBOLS.indexOf(symbol) } as CSSProperties
  return label === undefined ? (
    <span className={styles.symbol} style={place} data-symbol={symbol} aria-hidden />
  ) : (
    <span className={styles.symbol} style={place} role="img" aria-label={label} />
  )
}
