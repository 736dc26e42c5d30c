import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'

/** Sets a new password for who has lost the old one. */
export function ForgotPasswordPage({ CodeNotice }: { CodeNotice: ComponentType<CodeNoticeProps> }) {
  const { t } = useLingui()
  const [isDone, setIsDone] = useState(false)
  if (isDone) {
    return (
      <div role="status">
        <EmptyState
          level={1}
          icon={<KeyRound aria-hidden size={26} />}
          title={t`Your password is changed`}
          detail={t`Every device is logged out. Log in with the new password.`}
          action={
            <Link to="/accout" replace className={buttonClass()}>
              <Trans>Log in</Trans>
            </Link>
          }
        />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5 px-4 w-full max-w-118 mx-auto">
      <div className="grid gap-1.5">
        <Heading level={1} size="display">
          <Trans>Forgot your password?</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>We send a code to your e-mail address. Use it to set a new password.</Trans>
        </Text>
      </div>
      <ForgotPasswordForm onDone={() => setIsDone(true)} CodeNotice={CodeNotice} />
    </div>
  )
}
