import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Callout } from '#ui/Callout.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { Done } from './Done.tsx'
import { securityQuery } from './security.queries.ts'
import { SecurityFrame } from './SecurityFrame.tsx'

/** A new password, or the first one of an account that was opened with a wallet. */
export function ChangePasswordPage() {
  const { t } = useLingui()
  const query = useQuery(securityQuery)
  const [isDone, setIsDone] = useState(false)
  return (
    <SecurityFrame
      title={<Trans>Password</Trans>}
      lead={<Trans>Choose a password that you use nowhere else. A sentence is fine.</Trans>}
    >
      {isDone ? (
        <Done title={<Trans>Your password is changed</Trans>}>
          <Trans>Every other device is logged out, and we have sent you a mail about it.</Trans>
        </Done>
      ) : (
        <AnswerGate query={query}>
          {({ email, asks }) =>
            email === null ? (
              <Callout
                icon={<Mail aria-hidden size={28} />}
                title={t`First an e-mail address`}
                action={
                  <div>
                    <Link to="/security/email" className={buttonClass({ size: 'sm' })}>
                      <Trans>Add an address</Trans>
                    </Link>
                  </div>
                }
              >
                <Trans>
                  To log in with a password, you also need an e-mail address. Your account has none yet.
                </Trans>
              </Callout>
            ) : (
              <ChangePasswordForm email={email} asks={asks} onDone={() => setIsDone(true)} />
            )
          }
        </AnswerGate>
      )}
    </SecurityFrame>
  )
}
