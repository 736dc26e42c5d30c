import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { removeTotp, renewRecoveryCodes } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { Done } from '#features/security/Done.tsx'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Callout } from '#ui/Callout.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ReauthenticateForm } from './ReauthenticateForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoStepSetUp } from './TwoStepSetUp.tsx'

export function TwoStepPage() {
  const { t } = useLingui()
  const query = useQuery(securityQuery)
  const step = useSearch({ strict: false, select: (search) => search.step })
  return (
    <SecurityFrame
      title={<Trans>Two-step login</Trans>}
      lead={
        <Trans>
          To log in, you enter your password and a code from an app on your phone. A stolen password alone is
          then not enough.
        </Trans>
      }
    >
      <AnswerGate query={query}>
        {({ email, asks, hasTotp, recoveryCodesLeft }) => {
          const proof = { email, asks }
          // The set-up ends with the recovery codes, when the second step is already on: keep it open.
          if (step === 'set-up') return <TwoStepSetUp {...proof} hasTotp={hasTotp} />
          if (step === 'renew' && hasTotp) return <TwoStepRenew {...proof} />
          if (step === 'off') return <TwoStepOff {...proof} hasTotp={hasTotp} />
          if (!hasTotp) {
            return (
              <Callout
                icon={<ShieldOff aria-hidden size={28} />}
                title={t`Off`}
                action={
                  <div>
                    <Link
                      to="/security/two-step"
                      search={{ step: 'set-up' }}
                      className={buttonClass({ size: 'sm' })}
                    >
                      <Trans>Set up</Trans>
                    </Link>
                  </div>
                }
              >
                <Trans>
                  You need an authenticator app, such as Google Authenticator, Aegis or 1Password.
                </Trans>
              </Callout>
            )
          }
          return (
            <>
              <Callout tone="success" icon={<ShieldCheck aria-hidden size={28} />} title={t`On`}>
                <Plural
                  value={recoveryCodesLeft}
                  _0="No recovery codes are left. Make new ones now."
                  one="# recovery code is left."
                  other="# recovery codes are left."
                />
              </Callout>
              <Text tone="muted">
                <Trans>
                  Use a recovery code to log in without your phone. Each code works once. New codes replace
                  the old ones.
                </Trans>
              </Text>
              <div className="flex flex-wrap gap-2.5">
                <Link
                  to="/security/two-step"
                  search={{ step: 'renew' }}
                  className={buttonClass({ variant: 'secondary' })}
                >
                  <Trans>New recovery codes</Trans>
                </Link>
                <Link
                  to="/security/two-step"
                  search={{ step: 'off' }}
                  className={buttonClass({ variant: 'ghost' })}
                >
                  <Trans>Switch off</Trans>
                </Link>
              </div>
            </>
          )
        }}
      </AnswerGate>
    </SecurityFrame>
  )
}

interface TwoStepOffProps {
  email: string | null
  asks: Asks
  hasTotp: boolean
}

function TwoStepOff({ email, asks, hasTotp }: TwoStepOffProps) {
  const queryClient = useQueryClient()
  if (!hasTotp) return <Done title={<Trans>Two-step login is off</Trans>} />
  return (
    <>
      <Text tone="muted">
        <Trans>Without it, anyone who has your password can log in.</Trans>
      </Text>
      <ReauthenticateForm
        name="two-step-off"
        email={email}
        asks={asks}
        action={<Trans>Switch off</Trans>}
        isDangerous
        onSubmit={async (proof, given) => {
          const next = await proof.send(removeTotp, { body: {} }, given)
          queryClient.setQueryData(securityQuery.queryKey, next)
        }}
      />
    </>
  )
}

/** Replaces the recovery codes. */
function TwoStepRenew({ email, asks }: { email: string | null; asks: Asks }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isKept, setIsKept] = useState(false)
  if (isKept) return <Done title={<Trans>You have new recovery codes</Trans>} />
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setIsKept(true)} />
  return (
    <>
      <Text tone="muted">
        <Trans>The old recovery codes stop working at once.</Trans>
      </Text>
      <ReauthenticateForm
        name="two-step-renew"
        email={email}
        asks={asks}
        action={<Trans>Make new codes</Trans>}
        onSubmit={async (proof, given) => {
          const { recoveryCodes } = await proof.send(renewRecoveryCodes, { body: {} }, given)
          setCodes(recoveryCodes)
          void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
        }}
      />
    </>
  )
}
