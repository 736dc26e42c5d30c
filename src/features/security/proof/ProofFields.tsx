import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Clock, Fingerprint, Info } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FRESH_SESSION_MINUTES } from '#contract/reauthentication.ts'
import { useFormat } from '#i18n/use-format.ts'
import { passkeySupport } from '#session/passkeys.ts'
import type { Proof } from '#session/use-proof.ts'
import { Note } from '#ui/Note.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { SecondFactorField } from '#ui/SecondFactorField.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { TextButton } from '#ui/TextButton.tsx'

interface ProofFieldsProps {
  proof: Proof
  email: string | null
  field: (name: 'password' | 'code') => ComponentProps<typeof SecondFactorField>
  passwordLabel?: string
  /** Removals take effect without a delay. */
  isRemoval?: boolean
}

/** The password, and a code or passkey if the account has one. */
export function ProofFields({ proof, email, field, passwordLabel, isRemoval = false }: ProofFieldsProps) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { asks, way, choose } = proof
  const until = asks.heldUntil === null || isRemoval ? null : moment(new Date(asks.heldUntil))
  return (
    <>
      {until === null ? null : (
        <Note tone="warning" icon={<Clock aria-hidden size={16} />}>
          <Trans>A passkey was removed without being used. This works again from {until}.</Trans>
        </Note>
      )}
      {asks.password || way !== 'passkey' ? (
        <PasswordProof
          email={email}
          hasPassword={asks.password}
          field={field('password')}
          {...(passwordLabel !== undefined && { label: passwordLabel })}
        />
      ) : null}
      {way === 'code' ? <SecondFactorField {...field('code')} /> : null}
      {way === 'passkey' ? <PasskeyStep proof={proof} /> : null}
      {choose === undefined ? null : (
        <div>
          <TextButton onClick={() => choose(way === 'code' ? 'passkey' : 'code')}>
            {way === 'code' ? t`Use a passkey instead` : t`Use a code instead`}
          </TextButton>
        </div>
      )}
    </>
  )
}

/** Explains the browser's passkey dialog before, during and after it. */
function PasskeyStep({ proof: { isAsking, isUnused } }: { proof: Proof }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Note icon={<Fingerprint aria-hidden size={16} />}>
        {passkeySupport() === 'ready' ? (
          <Trans>
            Your passkey confirms it: your browser asks for your fingerprint, face or screen lock.
          </Trans>
        ) : (
          <Trans>
            You need your passkey for this, but it does not work here. Open Koi by its domain name, at an
            address that begins with https://, in a browser that supports passkeys.
          </Trans>
        )}
      </Note>
      <div role="status" className="grid grid-cols-1 gap-2">
        {isAsking ? (
          <Text size={3}>
            <Trans>Follow the steps in your browser.</Trans>
          </Text>
        ) : null}
        {isUnused ? (
          <>
            <Text size={3}>
              <Trans>No passkey was used, and nothing has changed. Try again whenever you like.</Trans>
            </Text>
            <Text size={3} tone="muted">
              <Trans>
                Is it on another device? Choose that in your browser’s question. If you no longer have it,
                remove it under{' '}
                <Link to="/security/passkeys" className={textLinkClass}>
                  Passkeys
                </Link>
                .
              </Trans>
            </Text>
          </>
        ) : null}
      </div>
    </div>
  )
}

interface PasswordProofProps {
  email: string | null
  hasPassword: boolean
  field: Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>
  label?: string
}

/** Asks for the password; an account without one gets a note about its other proof. */
function PasswordProof({ email, hasPassword, field, label }: PasswordProofProps) {
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

/** Invisible; tells password managers whose password is asked for. */
function AccountName({ email }: { email: string | null }) {
  return <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
}
