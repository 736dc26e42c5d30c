import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { CodeField } from '#ui/CodeField.tsx'

interface SecondStepProps {
  /** What the form gives for its `code`. */
  field: Omit<ComponentProps<typeof CodeField>, 'label' | 'kind'>
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
      <CodeField
        {...field}
        key={isRecovery ? 'recovery' : 'code'}
        kind={isRecovery ? 'recovery' : 'digits'}
        label={isRecovery ? t`Recovery code` : t`6-digit code`}
        icon={<ShieldCheck aria-hidden size={19} />}
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
