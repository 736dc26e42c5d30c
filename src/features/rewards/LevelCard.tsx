import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { cutUnits, unitsAt } from '#lib/decimal.ts'
import { useProgress } from '#queries/progress.queries.ts'
import { useRewardTerms } from '#queries/rewards.queries.ts'
import { rakebackBpsAt } from '#rules/rewards/edge-shares.ts'
import { Card } from '#ui/Card.tsx'
import { Medal } from '#ui/Medal.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Text } from '#ui/Text.tsx'
import { DOLLAR_DECIMALS, levelProgress } from './level-progress.ts'

/** Visitors see the first level. */
export function LevelCard({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  const { decimal, percent, percentExact } = useFormat()
  const { wagered } = useProgress()
  const terms = useRewardTerms()
  const { level, bps, nextXp } = levelProgress(wagered)
  const next = level + 1
  const left = nextXp * 10n ** BigInt(DOLLAR_DECIMALS) - unitsAt(wagered, DOLLAR_DECIMALS)
  const xp = decimal(cutUnits(left, DOLLAR_DECIMALS, 2), 2, 2)
  const share = terms && percent(rakebackBpsAt(level, terms))
  const shown = percentExact(bps)
  return (
    <Card as="section" tone="pond" padding="lg" className="grid gap-3.5" aria-label={t`Level`}>
      <div className="flex items-center gap-3.5">
        <Medal>{level}</Medal>
        <div className="min-w-0 flex-1">
          <Text size={6} weight={800}>
            <Trans>LV.{level}</Trans>
          </Text>
          <Text size={3} tone="muted" num>
            <Trans>
              {xp} XP to LV.{next}
            </Trans>
          </Text>
          <Text size={3} tone="muted" num>
            {share ? <Trans>Rakeback {share}</Trans> : '\u00A0'}
          </Text>
        </div>
        <Text as="span" size={5} weight={750} num aria-hidden>
          {shown}
        </Text>
      </div>
      <ProgressBar
        label={t`Progress to level ${next}`}
        value={bps}
        max={10_000}
        valueText={shown}
        tone="gold"
      />
      {children}
    </Card>
  )
}
