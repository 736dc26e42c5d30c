import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { typedToWire } from '#lib/typed-to-wire.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { useAct } from '#operator/parts/use-act.ts'
import { NumberField } from '#ui/NumberField.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { ActFormProps } from './act-form.ts'
import { useRoundFields } from './use-round-fields.tsx'

const DECIMALS = 18
const WEEK_MS = 7 * 24 * 60 * 60_000

export function CreateCode({ open, onClose, onAnswer }: ActFormProps) {
  const { t } = useLingui()
  const act = useAct()
  const [gives, setGives] = useState<'money' | 'rounds'>('money')
  const [values, setValues] = useState(() => ({
    name: '',
    money: '',
    coin: 'usdt-tron',
    uses: '1',
    until: localMinute(new Date(Date.now() + WEEK_MS)),
    text: '',
  }))
  const rounds = useRoundFields()
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  })
  const run = async (why: string) => {
    const { name, uses, until, text } = values
    const given =
      gives === 'rounds'
        ? rounds.options
        : { money: typedToWire(values.money, DECIMALS), coin: values.coin.trim() }
    const options = {
      ...given,
      name: name.trim(),
      uses: uses.trim(),
      until: momentOf(until),
      ...(text.trim() !== '' && { text: text.trim() }),
    }
    onAnswer(await act({ action: 'code create', words: [], options }, why))
  }
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={t`Create a code`}
      confirm={t`Create the code`}
      run={run}
    >
      <TextField
        {...field('name')}
        label={t`Name`}
        hint={t`For you and your colleagues, such as the mail that it is in`}
        autoComplete="off"
      />
      <SegmentedControl
        label={t`What it gives`}
        value={gives}
        onChange={setGives}
        options={[
          { value: 'money', label: t`Money` },
          { value: 'rounds', label: t`Free rounds` },
        ]}
      />
      {gives === 'money' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberField {...field('money')} label={t`Amount for each player`} />
          <TextField {...field('coin')} label={t`Coin`} autoComplete="off" spellCheck={false} />
        </div>
      ) : (
        rounds.fields
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField {...field('uses')} isWhole label={t`How many players can use it`} />
        <TextField {...field('until')} type="datetime-local" label={t`Until`} hint={t`In your time zone`} />
      </div>
      <TextField
        {...field('text')}
        label={t`The code itself`}
        hint={t`Leave it empty for a code that nobody can guess`}
        autoComplete="off"
        spellCheck={false}
      />
    </ActionDialog>
  )
}

/** As a field for date and time writes it. */
function localMinute(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** An empty field stays as it is, so that the server refuses it. */
function momentOf(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
