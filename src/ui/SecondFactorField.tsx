import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { CodeField } from './CodeField.tsx'

export function SecondFactorField(field: Omit<ComponentProps<typeof CodeField>, 'label' | 'kind'>) {
  const { t } = useLingui()
  return (
    <CodeField
      {...field}
      kind="digits-or-recovery"
      label={t`Code`}
      hint={t`From your authenticator app, or a recovery code`}
    />
  )
}
