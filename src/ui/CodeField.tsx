import type { ComponentProps } from 'react'
import { TextField } from './TextField.tsx'

interface CodeFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'inputMode' | 'autoCapitalize' | 'spellCheck'
> {
  /** Recovery codes have letters. */
  kind: 'digits' | 'digits-or-recovery' | 'recovery'
}

/** A code from a mail, an authenticator or the list of recovery codes. */
export function CodeField({ kind, ...field }: CodeFieldProps) {
  const isDigits = kind === 'digits'
  return (
    <TextField
      {...field}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      inputMode={isDigits ? 'numeric' : 'text'}
      autoCapitalize={isDigits ? 'none' : 'characters'}
      spellCheck={false}
    />
  )
}
