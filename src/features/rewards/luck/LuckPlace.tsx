import { Trans, useLingui } from '@lingui/react/macro'
import type { LuckBets } from '#contract/luck.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { Curve } from '#rules/luck/luck.ts'
import { Heading } from '#ui/Heading.tsx'
import { PlaceChart } from '#ui/PlaceChart.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { PAID_DECIMALS } from './luck-messages.ts'
import { useLuck } from './luck.queries.ts'
import { netOf, useDollars } from './use-dollars.ts'

const ONE_PERCENT = 100

/** The percentage in words, and the curve of all ways with one's own place. */
export function LuckPlace({ data }: { data: LuckBets }) {
  const { t } = useLingui()
  const { integer, percent } = useFormat()
  const dollars = useDollars()
  const { data: luck, isError } = useLuck()
  if (isError) {
    return (
      <Text size={3} tone="muted">
        <Trans>This browser could not compute how your results compare with their chances.</Trans>
      </Text>
    )
  }
  if (!luck) return <Skeleton shape="box" height={164} />
  const whole = Math.floor(luck.place * 100)
  const share = percent(Math.min(Math.max(whole, 1), 99) * ONE_PERCENT)
  const bets = integer(data.bets)
  const at = Number(data.paidUsd)
  const expected = Number(data.wageredUsd) - Number(data.edgeUsd)
  const own = dollars(netOf(data), { isSigned: true })
  const mean = dollars(`-${data.edgeUsd}`)
  return (
    <>
      <div className="grid gap-0.5">
        <Heading level={2} size="section">
          {whole < 1 ? (
            <Trans>Luckier than less than {share}</Trans>
          ) : whole > 98 ? (
            <Trans>Luckier than more than {share}</Trans>
          ) : (
            <Trans>Luckier than {share}</Trans>
          )}
        </Heading>
        <Text size={3} tone="muted" num>
          <Trans>of all ways these {bets} bets could have gone. It says nothing about the next.</Trans>
        </Text>
      </div>
      <PlaceChart
        label={t`All ways these bets could have gone, from the worst to the best. Your result, ${own}, is above ${share} of them; ${mean} was expected.`}
        heights={luck.curve.heights}
        at={placeIn(luck.curve, at)}
        middle={placeIn(luck.curve, expected)}
      />
      <Text size={2} tone="subtle">
        <Trans>The dot is your result, the dashed line is what was expected.</Trans>
      </Text>
    </>
  )
}

/** @param paid in dollars */
const placeIn = ({ from, to }: Curve, paid: number) =>
  Math.min(1, Math.max(0, (paid * 10 ** PAID_DECIMALS - from) / (to - from)))
