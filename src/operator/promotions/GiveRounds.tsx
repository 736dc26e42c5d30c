import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { useAct } from '#operator/parts/use-act.ts'
import { NumberField } from '#ui/NumberField.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import type { ActFormProps } from './act-form.ts'
import { useRoundFields } from './use-round-fields.tsx'

export function GiveRounds({ open, onClose, onAnswer }: ActFormProps) {
  const { t } = useLingui()
  const act = useAct()
  const [to, setTo] = useState<'one' | 'all'>('one')
  const [uid, setUid] = useState('')
  const { fields, options } = useRoundFields()
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={t`Give free rounds`}
      confirm={t`Give the rounds`}
      run={async (why) =>
        onAnswer(
          await act({ action: 'rounds give', words: [to === 'all' ? 'all' : uid.trim()], options }, why),
        )
      }
    >
      <SegmentedControl
        label={t`To whom`}
        value={to}
        onChange={setTo}
        options={[
          { value: 'one', label: t`One player` },
          { value: 'all', label: t`All players` },
        ]}
      />
      {to === 'one' ? (
        <NumberField
          isWhole
          label={t`Number of the player`}
          value={uid}
          onChange={({ target }) => setUid(target.value)}
        />
      ) : (
        <p>
          <Trans>Every open account gets them.</Trans>
        </p>
      )}
      {fields}
    </ActionDialog>
  )
}
