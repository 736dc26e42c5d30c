import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { Security } from '#contract/account.ts'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { TitledList } from '#features/security/TitledList.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { passkeySupport } from '#session/passkey-support.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Note } from '#ui/Note.tsx'
import { AddPasskeyForm } from './AddPasskeyForm.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import { RemovePasskeySheet } from './RemovePasskeySheet.tsx'

/** Passkeys: those there are, and a new one. */
export function PasskeysPage() {
  const query = useQuery(securityQuery)
  return (
    <SecurityFrame
      title={<Trans>Passkeys</Trans>}
      lead={
        <Trans>
          Log in with your fingerprint, face or screen lock. You have nothing to remember, and fake sites
          cannot steal it.
        </Trans>
      }
    >
      <AnswerGate query={query}>{(security) => <Passkeys security={security} />}</AnswerGate>
    </SecurityFrame>
  )
}

function Passkeys({ security }: { security: Security }) {
  const { email, asks, passkeys } = security
  const { t } = useLingui()
  const support = passkeySupport()
  return (
    <>
      <TitledList id="passkeys" title={<Trans>Your passkeys</Trans>}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </TitledList>
      {support === 'ready' ? (
        <section aria-labelledby="add-passkey" className="grid gap-2.5">
          <Heading level={2} id="add-passkey">
            <Trans>Add a passkey</Trans>
          </Heading>
          <AddPasskeyForm email={email} asks={asks} />
        </section>
      ) : (
        <Note icon={<Info aria-hidden size={16} />}>
          {support === 'address'
            ? t`Passkeys belong to a site’s name, and this page was opened by an IP address. Open Koi by its name to add one; on this machine that is “localhost”.`
            : support === 'insecure'
              ? t`Passkeys need an encrypted connection. Open Koi at an address that begins with https:// to add one.`
              : t`This browser does not support passkeys. Use a newer one.`}
        </Note>
      )}
      <RemovePasskeySheet security={security} />
    </>
  )
}
