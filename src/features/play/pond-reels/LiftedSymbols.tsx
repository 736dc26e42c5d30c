import type { PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'
import styles from './pond-reels.module.css'
import { SymbolPicture } from './SymbolPicture.tsx'

/** The symbols that won, in front of their reels: those are painted once, and nothing in them can rise. */
export function LiftedSymbols({ symbols }: { symbols: readonly (PondSymbol | undefined)[] }) {
  return (
    <div className={styles.over} data-win-place="" aria-hidden>
      {symbols.map((symbol, reel) => (
        <div key={reel} className={styles.lifted}>
          {symbol === undefined ? null : <SymbolPicture symbol={symbol} />}
        </div>
      ))}
      <i className={styles.beam} />
    </div>
  )
}
