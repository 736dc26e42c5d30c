import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { fieldText } from '#lib/typed-number.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { hasFilters, NO_FILTERS, parseMinMultiplier } from './history-filter.ts'
import { type HistorySearch } from './history-search.ts'
import styles from './MoreHistoryFilters.module.css'
import { shortHex } from '#features/play/short-hex.ts'

export function MoreHistoryFilters({ search }: { search: HistorySearch }) {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/history' })
  const id = useId()
  const { from, to, min, pair } = search
  const set = (change: Partial<HistorySearch>) =>
    void navigate({
      to: '/history',
      search: (old) => ({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    })

  const text = min === undefined ? '' : fieldText(String(min))
  const [typed, setTyped] = useState({ text, min })
  // The URL has the last word: a step back, or a filter taken away, changes the field too.
  if (typed.min !== min) setTyped({ text, min })
  const read = parseMinMultiplier(typed.text)
  const typeMin = (text: string) => {
    const next = parseMinMultiplier(text)
    const value = next === 'invalid' ? undefined : next
    setTyped({ text, min: value })
    if (value !== min) set({ min: value })
  }
  const short = pair && shortHex(pair)

  return (
    <Card tone="flat" className={styles.fields}>
      <TextField
        type="date"
        id={`${id}-from`}
        label={t`From`}
        value={from ?? ''}
        max={to}
        onChange={(event) => set({ from: event.target.value || undefined })}
      />
      <TextField
        type="date"
        id={`${id}-to`}
        label={t`To`}
        value={to ?? ''}
        min={from}
        error={
          from !== undefined && to !== undefined && from > to ? t`This day is before the first.` : undefined
        }
        onChange={(event) => set({ to: event.target.value || undefined })}
      />
      <NumberField
        label={t`Multiplier at least`}
        placeholder="2"
        trailing="×"
        value={typed.text}
        error={read === 'invalid' ? t`Type a number such as 2 or 1.5.` : undefined}
        onChange={(event) => typeMin(event.target.value)}
      />
      {pair !== undefined || hasFilters(search) ? (
        <div className={styles.chosen}>
          {pair === undefined ? null : (
            <Chip
              selected
              aria-pressed={undefined}
              aria-label={t`Seed pair ${short}, show those of every pair`}
              icon={<X aria-hidden size={15} />}
              onClick={() => set({ pair: undefined })}
            >
              <Trans>Seed pair {short}</Trans>
            </Chip>
          )}
          {hasFilters(search) ? (
            <Button variant="ghost" size="sm" onClick={() => set(NO_FILTERS)}>
              <Trans>Reset filters</Trans>
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  )
}
