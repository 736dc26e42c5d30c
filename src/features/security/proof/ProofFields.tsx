import { Trans, useLingui } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import type { Proof } from '#session/use-proof.ts'
import { Note } from '#ui/Note.tsx'
import { SecondFactorField } from '#ui/SecondFactorField.tsx'
import { TextButton } from '#ui/TextButton.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PasswordProof } from './PasswordProof.tsx'

interface ProofFieldsProps {
  proof: Proof
  email: string | null
  /** What the form gives for its `password` and its `code`. */
  field: (name: 'password' | 'code') => ComponentProps<typeof SecondFactorField>
  passwordLabel?: string
  /** What is taken away does not wait. */
  isRemoval?: boolean
}

/** Who the player is: the password, and a code or a passkey where the account has one. */
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
