import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setQuietHours, type QuietHours } from '#contract/notifications.ts'
import { api } from '#session/api.ts'
import { Heading } from '#ui/Heading.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSettingsChange } from './use-settings-change.ts'

const NIGHT = { from: '22:00', to: '08:00' }

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function QuietHoursSetting({ hours }: { hours: QuietHours | null }) {
  const { t } = useLingui()
  const change = useSettingsChange((next: QuietHours | null) =>
    api.call(setQuietHours, { body: { hours: next } }),
  )
  const shown = change.isRunning ? (change.input ?? null) : hours
  return (
    <section aria-labelledby="quiet" className="grid grid-cols-1 gap-2.5">
      <Heading level={2} id="quiet">
        <Trans>Quiet hours</Trans>
      </Heading>
      <Switch
        label={t`Quiet at set times`}
        description={t`Only what concerns your security comes then. The rest waits until they end.`}
        checked={shown !== null}
        onChange={(isOn) => change.run(isOn ? { ...NIGHT, zone: zoneHere() } : null)}
      />
      {shown === null ? null : (
        <HoursFields key={`${shown.from}-${shown.to}`} hours={shown} onChange={change.run} />
      )}
    </section>
  )
}

interface HoursFieldsProps {
  hours: QuietHours
  onChange: (hours: QuietHours) => void
}

/** Saved when a field is left, so that no half-typed time counts. */
function HoursFields({ hours, onChange }: HoursFieldsProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState({ from: hours.from, to: hours.to })
  const isEmpty = typed.from === typed.to
  const save = () => {
    const isWhole = typed.from !== '' && typed.to !== ''
    const isNew = typed.from !== hours.from || typed.to !== hours.to
    if (isWhole && isNew && !isEmpty) onChange({ ...typed, zone: zoneHere() })
  }
  const { zone } = hours
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="time"
          label={t`From`}
          value={typed.from}
          onChange={({ target }) => setTyped({ ...typed, from: target.value })}
          onBlur={save}
          error={isEmpty ? t`Choose two different times.` : undefined}
        />
        <TextField
          type="time"
          label={t`Until`}
          value={typed.to}
          onChange={({ target }) => setTyped({ ...typed, to: target.value })}
          onBlur={save}
        />
      </div>
      <Text size={3} tone="muted">
        <Trans>In the time zone {zone}.</Trans>
      </Text>
    </>
  )
}
