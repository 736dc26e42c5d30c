import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextField } from './TextField.tsx'

interface PasswordFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'type' | 'trailing' | 'autoComplete'
> {
  /** Tells password managers whether to fill in a password or to generate one. */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ icon = <KeyRound aria-hidden size={19} />, ...props }: PasswordFieldProps) {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      {...props}
      icon={icon}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          label={t`Show password`}
          variant="plain"
          aria-pressed={isShown}
          className="-mr-2"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden size={19} /> : <Eye aria-hidden size={19} />}
        </IconButton>
      }
    />
  )
}
