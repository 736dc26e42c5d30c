import { Trans, useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FRESH_SESSION_MINUTES } from '#contract/reauthentication.ts'
import { Note } from '#ui/Note.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'

interface PasswordProofProps {
  email: string | null
  hasPassword: boolean
  /** What the form gives for its password. */
  field: Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>
  label?: string
}

/** Asks for the password once more; an account without one is told what counts in its place. */
export function PasswordProof({ email, hasPassword, field, label }: PasswordProofProps) {
  const { t } = useLingui()
  const minutes = FRESH_SESSION_MINUTES
  if (!hasPassword) {
    return (
      <Note icon={<Info aria-hidden size={16} />}>
        <Trans>
          Your account has no password, so do this within {minutes} minutes of logging in. After that, log in
          again first.
        </Trans>
      </Note>
    )
  }
  return (
    <>
      <AccountName email={email} />
      <PasswordField {...field} label={label ?? t`Your password`} autoComplete="current-password" />
    </>
  )
}

/** Tells a password manager whose password is asked for; nobody sees it. */
function AccountName({ email }: { email: string | null }) {
  return <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
}
