import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { POND_PAYTABLE, POND_SYMBOLS, type PondSymbol } from '#rules/pond-reels/pond-reels-paytable.ts'
import { POND_MIN_MATCH } from '#rules/pond-reels/pond-reels.ts'
import styles from './pond-reels.module.css'
import { SYMBOL_NAMES } from './symbol-names.ts'
import { SymbolPicture } from './SymbolPicture.tsx'
import { usePondText } from './use-pond-text.ts'

/** Numbers of equal symbols that pay, ascending. */
const COUNTS = POND_PAYTABLE.koi.map((_, index) => index + POND_MIN_MATCH)

interface PondPaytableProps {
  /** Number of equal symbols in the win on screen; undefined without a win. */
  symbol: PondSymbol | undefined
  count: number | undefined
}

/** The latest win is marked. */
export const PondPaytable = memo(function PondPaytable({ symbol: won, count }: PondPaytableProps) {
  const { t } = useLingui()
  return (
    <div className={styles.payArea}>
      <div role="table" aria-label={t`Paytable`} className={`num ${styles.paytable}`}>
        <div role="row" className={styles.payRow}>
          <span role="columnheader" className={styles.payHead}>
            <span className="sr-only">{t`Symbol`}</span>
          </span>
          {COUNTS.map((each) => (
            <span key={each} role="columnheader" className={styles.payHead}>
              {`${each}×`}
            </span>
          ))}
        </div>
        {POND_SYMBOLS.map((symbol) => (
          <PayRow key={symbol} symbol={symbol} count={symbol === won ? count : undefined} />
        ))}
      </div>
      <p className={styles.payNote}>
        <Trans>Koi stands for any symbol. Only the best win is paid.</Trans>
      </p>
    </div>
  )
})

interface PayRowProps {
  symbol: PondSymbol
  /** Number of these symbols in the latest win. */
  count: number | undefined
}

/** Memoised: a win renders only its own row again. */
const PayRow = memo(function PayRow({ symbol, count }: PayRowProps) {
  const { i18n } = useLingui()
  const { pays } = usePondText()
  return (
    <div role="row" className={styles.payRow}>
      <span role="rowheader" className={styles.paySymbol}>
        <SymbolPicture symbol={symbol} label={i18n._(SYMBOL_NAMES[symbol])} />
      </span>
      {POND_PAYTABLE[symbol].map((multiplier, index) => (
        <span key={index} role="cell" className={styles.pay} data-won={COUNTS[index] === count || undefined}>
          {pays(multiplier)}
        </span>
      ))}
    </div>
  )
})
