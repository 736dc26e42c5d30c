import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, type ComponentProps } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import type { TimeChart } from '#ui/console/TimeChart.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** The library for charts is not in the first load. */
const LazyChart = lazy(async () => {
  const { TimeChart } = await import('#ui/console/TimeChart.tsx')
  return { default: TimeChart }
})

type ChartProps = Omit<ComponentProps<typeof TimeChart>, 'valueText' | 'tableLabel' | 'timeHead'>

/** Amounts in US dollars over time. */
export function Chart(props: ChartProps) {
  const { t } = useLingui()
  const { compact } = useFormat()
  const valueText = (value: number) => `${value < 0 ? '−' : ''}$${compact(Math.abs(value))}`
  return (
    <Suspense fallback={<Skeleton shape="box" height="15rem" />}>
      <LazyChart {...props} valueText={valueText} tableLabel={t`As a table`} timeHead={t`Time`} />
    </Suspense>
  )
}
