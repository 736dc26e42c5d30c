import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { TextField } from './TextField.tsx'

/** Asks for a code of the account's second step. */
export function SecondFactorField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { t } = useLingui()
  return (
    <TextField
      {...field}
      label={t`Code`}
      hint={t`From your authenticator app, or a recovery code`}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
