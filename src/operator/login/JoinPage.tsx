import { Trans, useLingui } from '@lingui/react/macro'
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { acceptInvitation, beginInvitation } from '#contract/operator/session.ts'
import { useAction } from '#lib/use-action.ts'
import { Code } from '#operator/parts/Code.tsx'
import { Facts } from '#operator/parts/Facts.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { useOpen } from '#operator/parts/use-address.ts'
import { usePasskeyWords } from '#operator/parts/use-passkey-words.ts'
import { useRoleName } from '#operator/parts/use-role-name.ts'
import { api } from '#operator/session/api.ts'
import { beginSession } from '#operator/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { Text } from '#ui/Text.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { takeToken } from './invitation-token.ts'

export function JoinPage() {
  const { t } = useLingui()
  const [token] = useState(takeToken)
  const [joined, setJoined] = useState<DataOf<typeof acceptInvitation>>()
  const roleName = useRoleName()
  const passkeyWords = usePasskeyWords()
  const open = useOpen()
  useEffect(() => {
    document.title = `${t`Invitation`} · Koi`
  }, [t])
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.call(beginInvitation, { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  })
  const action = useAction({
    run: async () => {
      // The challenge of the page may be used up, or too old.
      const { options } = await api.call(beginInvitation, { body: { token } })
      const response = await startRegistration({
        // The library on the server produces this type.
        optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
      })
      return api.call(acceptInvitation, { body: { token, response: { ...response } } })
    },
    onSuccess: setJoined,
  })
  const { data } = invitation
  if (joined) {
    const { fingerprint, ...entered } = joined
    return (
      <Joined
        fingerprint={fingerprint}
        onOpen={() => {
          beginSession(entered)
          open('/')
        }}
      />
    )
  }
  if (token === '' || invitation.error) {
    return (
      <LoginFrame>
        <ErrorState
          level={1}
          title={t`This invitation cannot be used`}
          detail={
            token === '' || isRefused(invitation.error)
              ? t`The link is not complete, was used, or has ended. Ask for a new one.`
              : passkeyWords(invitation.error)
          }
          action={
            <PageLink to="/login" className={buttonClass({ variant: 'secondary' })}>
              <Trans>To the log-in</Trans>
            </PageLink>
          }
        />
      </LoginFrame>
    )
  }
  return (
    <LoginFrame>
      <div className="grid gap-1.5">
        <Heading level={1} size="title">
          <Trans>You are invited to run Koi</Trans>
        </Heading>
        <Text size={3} tone="muted">
          <Trans>Make a passkey on this device. You will log in with it.</Trans>
        </Text>
      </div>
      {data ? (
        <Facts
          facts={[
            { term: t`Your name in the log`, value: data.name },
            { term: t`Role`, value: roleName(data.role) },
          ]}
        />
      ) : (
        <Spinner label={t`Loading`} />
      )}
      <Button
        block
        disabled={!data}
        loading={action.isRunning}
        icon={<Fingerprint aria-hidden size={20} />}
        onClick={() => action.run()}
      >
        <Trans>Make a passkey and join</Trans>
      </Button>
      <FormError>{action.error === undefined ? undefined : passkeyWords(action.error)}</FormError>
    </LoginFrame>
  )
}

function Joined({ fingerprint, onOpen }: { fingerprint: string; onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <LoginFrame>
      <div className="grid gap-1.5">
        <Heading level={1} size="title">
          <Trans>You are an operator now</Trans>
        </Heading>
        <Text size={3} tone="muted">
          <Trans>
            Tell this to whoever keeps the signer, by voice. Your votes on withdrawals count after that.
          </Trans>
        </Text>
      </div>
      <Facts facts={[{ term: t`Fingerprint of your passkey`, value: <Code text={fingerprint} /> }]} />
      <Button block onClick={onOpen}>
        <Trans>Open the console</Trans>
      </Button>
    </LoginFrame>
  )
}

/** Unknown, used and ended invitations are answered alike; a token that was cut off is no token. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')
