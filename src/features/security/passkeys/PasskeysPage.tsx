import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Fingerprint, Info, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Passkey, removePasskey, type Security } from '#contract/account.ts'
import { isolatedName } from '#contract/given-name.ts'
import { PROOF_WAIT_HOURS } from '#contract/proof.ts'
import { RemovalForm } from '#features/security/RemovalForm.tsx'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { TitledList } from '#features/security/TitledList.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { useCloseQuestion } from '#features/security/use-close-question.ts'
import { useFormat } from '#i18n/use-format.ts'
import { passkeySupport } from '#session/passkeys.ts'
import { useProof } from '#session/use-proof.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Heading } from '#ui/Heading.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Name } from '#ui/Name.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { AddPasskeyForm } from './AddPasskeyForm.tsx'

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

function RemovePasskeySheet({ security }: { security: Security }) {
  const { t } = useLingui()
  const id = useSearch({ strict: false, select: (search) => search.remove })
  const close = useCloseQuestion()
  const asked = security.passkeys.find((passkey) => passkey.id === id)
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const name = shown?.name || t`Passkey`
  return (
    <Overlay open={asked !== undefined} onClose={close} placement="bottom" title={t`Remove “${name}”?`}>
      {shown ? (
        <RemovePasskeyForm key={shown.id} passkey={shown} security={security} onClose={close} />
      ) : null}
    </Overlay>
  )
}

interface RemovePasskeyFormProps {
  passkey: Passkey
  security: Pick<Security, 'email' | 'asks'>
  onClose: () => void
}

/** Removes a listed passkey, or a lost one, which takes longer. */
function RemovePasskeyForm({ passkey, security, onClose }: RemovePasskeyFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { email, asks } = security
  const [isLost, setIsLost] = useState(false)
  const proof = useProof(asks, { isLost })
  const hours = PROOF_WAIT_HOURS
  return (
    <RemovalForm
      name="remove-passkey"
      proof={proof}
      email={email}
      action={<Trans>Remove</Trans>}
      onKeep={onClose}
      onSubmit={async (given) => {
        const body = isLost && !asks.code ? { isLost } : {}
        const next = await proof.send(removePasskey, { params: { id: passkey.id }, body }, given)
        queryClient.setQueryData(securityQuery.queryKey, next)
        toast({ message: t`Passkey removed`, tone: 'success' })
        onClose()
      }}
    >
      <Text tone="muted">
        <Trans>
          You can no longer log in with it. Delete it on your device too, or the device will still suggest it.
        </Trans>
      </Text>
      {asks.code ? null : (
        <CheckboxField
          name="isLost"
          checked={isLost}
          onChange={(event) => setIsLost(event.currentTarget.checked)}
          label={t`I cannot use any of my passkeys`}
          hint={t`Then, for ${hours} hours, you cannot withdraw or change how you log in. This protects you if somebody else does this.`}
        />
      )}
    </RemovalForm>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useLingui()
  const { date, moment } = useFormat()
  const { id, createdAt, lastUsedAt, isSynced } = passkey
  const given = passkey.name || t`Passkey`
  const name = isolatedName(given)
  const added = date(new Date(createdAt))
  const used = lastUsedAt === null ? null : moment(new Date(lastUsedAt))
  const facts = [
    t`Added ${added}`,
    used === null ? t`never used` : t`last used ${used}`,
    isSynced ? t`kept in sync by its provider` : t`on one device only`,
  ]
  return (
    <li>
      <ListRow
        icon={<Fingerprint aria-hidden size={21} />}
        title={
          <span className="wrap-anywhere">
            <Name>{given}</Name>
          </span>
        }
        subtitle={facts.join(' · ')}
        trailing={
          <Link
            to="/security/passkeys"
            search={{ remove: id }}
            state={{ openedPanel: true }}
            resetScroll={false}
            aria-haspopup="dialog"
            aria-label={t`Remove ${name}`}
            className={iconButtonClass('plain')}
          >
            <Trash2 aria-hidden size={19} />
          </Link>
        }
      />
    </li>
  )
}
