import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'

interface SecondStepProps {
  /** What the form gives for its `code`. */
  field: Omit<ComponentProps<typeof TextField>, 'label'>
  onBack: () => void
}

/** Asks for the code of the authenticator app, or for a recovery code where the app is lost. */
export function SecondStep({ field, onBack }: SecondStepProps) {
  const { t } = useLingui()
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Text tone="muted">
        {isRecovery ? (
          <Trans>Enter one of the recovery codes you kept. Each works once.</Trans>
        ) : (
          <Trans>Your account has two-step login. Enter the code that your authenticator app shows.</Trans>
        )}
      </Text>
      <TextField
        {...field}
        key={isRecovery ? 'recovery' : 'code'}
        label={isRecovery ? t`Recovery code` : t`6-digit code`}
        icon={<ShieldCheck aria-hidden size={19} />}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        spellCheck={false}
        placeholder={isRecovery ? 'XXXXX-XXXXX' : '123456'}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? <Trans>Use the app</Trans> : <Trans>Use a recovery code</Trans>}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  )
}
