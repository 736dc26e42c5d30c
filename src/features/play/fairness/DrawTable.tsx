import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ExplainedDraw } from '#verify/explain.ts'
import { calculationClass } from '#ui/play/calculation-class.ts'
import { bytesText, floatText } from './draw-text.ts'

interface DrawTableProps {
  draws: readonly ExplainedDraw[]
  /** Names the last column and fills it, draw by draw. */
  resultName: string
  resultOf: (index: number) => ReactNode
}

/** Draws one a line: the bytes, the fraction they make and what it decides. Scrolls sideways where it must. */
export function DrawTable({ draws, resultName, resultOf }: DrawTableProps) {
  const { t } = useLingui()
  return (
    <div className={calculationClass.draws} role="group" aria-label={t`Draws`} tabIndex={0} data-no-swipe>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">
              <Trans>Bytes</Trans>
            </th>
            <th scope="col">
              <Trans>Fraction</Trans>
            </th>
            <th scope="col">{resultName}</th>
          </tr>
        </thead>
        <tbody>
          {draws.map((draw, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              <td className={calculationClass.bytes}>{bytesText(draw.bytes)}</td>
              <td>{floatText(draw.float)}</td>
              <td>{resultOf(index)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
