import { useLingui } from '@lingui/react/macro'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { pondReelsLine, type PondWin } from '#rules/pond-reels/pond-reels.ts'
import { useFormat } from '#i18n/use-format.ts'
import { SYMBOL_NAMES } from './symbol-names.ts'

export function usePondText() {
  const { t, i18n } = useLingui()
  const { decimal } = useFormat()
  /** `2.5`, `10,000`. */
  const pays = (multiplier: Multiplier) => decimal(`${multiplier / MULTIPLIER_SCALE}`, 0, 4)
  return {
    pays,
    /** `3 × lotus pays 8×`. */
    win({ symbol, count, multiplier }: PondWin): string {
      const name = i18n._(SYMBOL_NAMES[symbol])
      const paid = pays(multiplier)
      return t`${count} × ${name} pays ${paid}×`
    },
    /** From left to right. */
    line: (stops: readonly number[]): string =>
      pondReelsLine(stops)
        .map((symbol) => i18n._(SYMBOL_NAMES[symbol]))
        .join(t({ message: ', ', comment: 'Between the symbols of a line' })),
  }
}
