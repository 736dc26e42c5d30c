import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { Done } from '#features/security/Done.tsx'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Text } from '#ui/Text.tsx'
import { ConfirmEmailForm } from './ConfirmEmailForm.tsx'
import { NewEmailForm } from './NewEmailForm.tsx'
import { forgetSentTo, readSentTo } from './email-change.ts'

type Stage = { at: 'address' } | { at: 'code'; email: string } | { at: 'done'; email: string }

/** Password and new address, then the code that was sent to it. */
export function ChangeEmailPage({ CodeNotice }: { CodeNotice: ComponentType<CodeNoticeProps> }) {
  const { t } = useLingui()
  const query = useQuery(securityQuery)
  const [stage, setStage] = useState<Stage>(firstStage)
  return (
    <SecurityFrame title={<Trans>E-mail address</Trans>}>
      <AnswerGate query={query}>
        {({ email, asks }) => {
          if (stage.at === 'done') {
            const next = stage.email
            return (
              <Done title={<Trans>Your address is {next}</Trans>}>
                <Trans>Log in with it from now on. Every other device is logged out.</Trans>
              </Done>
            )
          }
          if (stage.at === 'code') {
            return (
              <ConfirmEmailForm
                email={stage.email}
                CodeNotice={CodeNotice}
                onDone={() => {
                  forgetSentTo()
                  setStage({ at: 'done', email: stage.email })
                }}
                onBack={() => {
                  forgetSentTo()
                  setStage({ at: 'address' })
                }}
              />
            )
          }
          const shown = email ?? t`none yet`
          return (
            <>
              <Text tone="muted" className="wrap-anywhere">
                <Trans>
                  Now: <strong>{shown}</strong>
                </Trans>
              </Text>
              <NewEmailForm
                email={email}
                asks={asks}
                onSent={(next) => setStage({ at: 'code', email: next })}
              />
            </>
          )
        }}
      </AnswerGate>
    </SecurityFrame>
  )
}

function firstStage(): Stage {
  const email = readSentTo()
  return email === null ? { at: 'address' } : { at: 'code', email }
}
