import { Trans, useLingui } from '@lingui/react/macro'
import { Fingerprint, Info } from 'lucide-react'
import { useEffect } from 'react'
import { beginOperatorLogin, logInOperator } from '#contract/operator/session.ts'
import { useAction } from '#lib/use-action.ts'
import { useStore } from '#lib/use-store.ts'
import { useOpen, useSearch } from '#operator/parts/use-address.ts'
import { usePasskeyWords } from '#operator/parts/use-passkey-words.ts'
import { askPasskey } from '#operator/session/ask-passkey.ts'
import { api } from '#operator/session/api.ts'
import { beginSession, session, type SessionEnd } from '#operator/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { LoginFrame } from './LoginFrame.tsx'

export function LoginPage() {
  const { t } = useLingui()
  const [search] = useSearch()
  const open = useOpen()
  const passkeyWords = usePasskeyWords()
  const endWords = useEndWords()
  const { end } = useStore(session)
  const to = pageOf(search['to'])
  useEffect(() => {
    document.title = `${t`Log in`} · Koi`
  }, [t])
  const action = useAction({
    run: async () => {
      const options = await api.call(beginOperatorLogin, { body: {} })
      const response = await askPasskey(options)
      return api.call(logInOperator, { body: { response } })
    },
    onSuccess: (entered) => {
      beginSession(entered)
      open(to)
    },
  })
  const words = endWords(end)
  return (
    <LoginFrame>
      <div className="grid gap-1.5">
        <Heading level={1} size="title">
          <Trans>Log in</Trans>
        </Heading>
        <Text size={3} tone="muted">
          <Trans>For operators of Koi. Your passkey says who you are.</Trans>
        </Text>
      </div>
      {words === undefined ? null : (
        <div role="status">
          <Note icon={<Info aria-hidden size={16} />}>{words}</Note>
        </div>
      )}
      <Button
        block
        loading={action.isRunning}
        icon={<Fingerprint aria-hidden size={20} />}
        onClick={() => action.run()}
      >
        <Trans>Use a passkey</Trans>
      </Button>
      <FormError>{action.error === undefined ? undefined : passkeyWords(action.error)}</FormError>
    </LoginFrame>
  )
}

/** Only a page of the console. */
function pageOf(to: string | undefined): `/${string}` {
  return to !== undefined && /^\/(?!\/|login|join)/.test(to) ? (to as `/${string}`) : '/'
}

function useEndWords(): (end: SessionEnd) => string | undefined {
  const { t } = useLingui()
  return (end) => {
    switch (end) {
      case 'none':
        return undefined
      case 'left':
        return t`You have logged out.`
      case 'expired':
        return t`Your session has ended after its 8 hours. Log in to go on where you were.`
      case 'refused':
        return t`The server has ended your session: it was closed elsewhere, or your access has changed.`
    }
  }
}
