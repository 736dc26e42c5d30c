import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RewardTerms } from '#contract/rewards.ts'
import { useFormat } from '#i18n/use-format.ts'
import { cutUnits, formatDecimal, unitsAt } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { rakebackBpsAt, shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { DOLLAR_DECIMALS, levelProgress, USUAL_EDGE_BPS } from './level-progress.ts'
import { LevelBar } from './LevelBar.tsx'
import styles from './rewards.module.css'

/** Computes level, XP and rakeback from a turnover at the usual edge. */
export function RewardCalculator({ terms }: { terms: RewardTerms }) {
  const { t } = useLingui()
  const { decimal, percent } = useFormat()
  const [typed, setTyped] = useState('100')
  const wagered = parseTypedAmount(typed, 2)
  const shareBps = wagered && rakebackBpsAt(levelProgress(wagered).level, terms)
  const edge = wagered && shareOfEdge(unitsAt(wagered, DOLLAR_DECIMALS), USUAL_EDGE_BPS)
  const back = edge !== undefined && shareBps !== undefined ? shareOfEdge(edge, shareBps) : 0n
  const shown = decimal(cutUnits(back, DOLLAR_DECIMALS, 6), 2, 6)
  const share = percent(shareBps ?? 0)
  const usual = percent(USUAL_EDGE_BPS)
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <Heading level={2}>
        <Trans>Calculate</Trans>
      </Heading>
      <Card className="grid grid-cols-1 gap-4">
        <NumberField
          label={t`An amount wagered, in US dollars`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={18}
          error={wagered ? undefined : t`Enter an amount in dollars, such as 100 or 18.75.`}
        />
        {wagered ? (
          <div className="grid grid-cols-1 gap-4">
            <LevelBar wagered={wagered} />
            <div className={styles.stats} aria-live="polite">
              <Stat label={t`XP`} value={decimal(formatDecimal(wagered))} />
              <Stat label={t`Rakeback`} value={`$${shown}`} />
            </div>
            <Text size={2} tone="subtle">
              <Trans>
                Calculated with a house edge of {usual}, the usual one of Koi’s own games, and claimed at the
                end with the {share} of that level.
              </Trans>
            </Text>
          </div>
        ) : null}
      </Card>
    </section>
  )
}
