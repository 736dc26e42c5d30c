import { useLingui } from '@lingui/react/macro'
import { CRASH_MAX_TARGET, CRASH_MIN_TARGET, crashChance, crashCapOf } from '#rules/crash/crash.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { ParameterFact } from '#features/play/controls/ParameterFact.tsx'
import { ParameterField } from '#features/play/controls/ParameterField.tsx'
import { ParameterRow } from '#features/play/controls/ParameterRow.tsx'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import { parseTypedNumber } from '#lib/typed-number.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { CrashSlot } from './crash-slot.ts'

const PERCENT_DECIMALS = 2

export function CrashParameters({ slot }: { slot: CrashSlot }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { hundredths } = usePlayFormat()
  const target = useStore(slot.params)
  const limits = useStore(slot.limits)
  const { stake } = useStakeEntry(slot)
  const cap = limits && stake ? crashCapOf(stake, limits.maxPayout) : undefined
  return (
    <ParameterRow>
      <ParameterField
        label={t`Auto cash-out`}
        unit={target === undefined ? undefined : '×'}
        value={target === undefined ? t({ message: 'Off', context: 'auto cash-out' }) : hundredths(target)}
        onType={(text) => slot.setParams(typedTarget(text))}
      />
      {target === undefined ? (
        <ParameterFact
          label={t`Cashed out by itself at`}
          value={cap === undefined ? '–' : `${decimal(String(cap / 100), 0, 2)}×`}
        />
      ) : (
        <ParameterFact
          label={t`Win chance`}
          value={`${decimal((crashChance({ target }) * 100).toFixed(4), PERCENT_DECIMALS, 4)}%`}
        />
      )}
    </ParameterRow>
  )
}

/** @returns hundredths; undefined, which means no target, for any other text */
function typedTarget(text: string): number | undefined {
  const typed = parseTypedNumber(text, 2)
  if (typed === undefined || typed < CRASH_MIN_TARGET) return undefined
  return Math.min(typed, CRASH_MAX_TARGET)
}
