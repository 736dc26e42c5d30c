import { useLingui } from '@lingui/react/macro'
import type { OperatedGame } from '#contract/operator/games.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { consoleClass } from '#ui/console/console-class.ts'
import { returnBand } from './return-band.ts'

const percentOf = (share: number) => `${(share * 100).toFixed(2)}%`

/** Where the measured return stands in the band that chance allows around the theory. */
export function ReturnDrawing({ game }: { game: OperatedGame }) {
  const { t } = useLingui()
  const { percent } = useConsoleFormat()
  const band = returnBand(game)
  if (band === null) return <span className={consoleClass.subtle}>{t`Too few bets`}</span>
  const width = percent(band.widthBps)
  const label = band.isOutside
    ? t`Outside of what chance explains (± ${width})`
    : t`Within what chance explains (± ${width})`
  return (
    <span
      className={consoleClass.band}
      role="img"
      aria-label={label}
      title={label}
      data-outside={band.isOutside || undefined}
    >
      <span style={{ left: percentOf(band.from), right: percentOf(1 - band.to) }} />
      <span style={{ left: '50%' }} />
      <span style={{ left: percentOf(band.measured) }} />
    </span>
  )
}
