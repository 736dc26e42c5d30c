import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { rakeback, USUAL_EDGE_BPS } from './level-progress.ts'
import { LevelBar } from './LevelBar.tsx'
import styles from './rewards.module.css'

/** What an amount wagered brings: XP, the way to LV.2, and rakeback at the usual edge. */
export function RewardCalculator() {
  const { t } = useLingui()
  const { decimal, percent } = useFormat()
  const [typed, setTyped] = useState('18.75')
  const wagered = parseTypedAmount(typed, 2)
  const back = wagered && decimal(formatDecimal(rakeback(wagered, USUAL_EDGE_BPS)), 2, 6)
  const edge = percent(USUAL_EDGE_BPS)
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
              <Stat label={t`Rakeback`} value={`$${back}`} />
            </div>
            <Text size={2} tone="subtle">
              <Trans>Calculated with a house edge of {edge}, the usual one of Koi’s own games.</Trans>
            </Text>
          </div>
        ) : null}
      </Card>
    </section>
  )
}
