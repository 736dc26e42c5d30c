import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { passkeySupport } from '#session/passkeys.ts'
import { Heading } from '#ui/Heading.tsx'
import { LabelledDivider } from '#ui/LabelledDivider.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { LoginForm } from './LoginForm.tsx'
import { MemberBenefits } from './MemberBenefits.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { useFinishLogin } from './use-finish-login.ts'

interface LoginPageProps {
  /** Destination after a log-in. */
  from?: string | undefined
  /** Shown first. */
  walletLogin: ReactNode
}

/** Ways to log in, and the benefits of an account. */
export function LoginPage({ from = '/accout', walletLogin }: LoginPageProps) {
  const finishLogin = useFinishLogin(from)
  const [support] = useState(passkeySupport)
  const [tried, setTried] = useState<'passkey' | 'email'>()
  return (
    <div className="grid grid-cols-1 gap-8 px-4 w-full max-w-240 mx-auto lg:grid-cols-2 lg:items-start lg:gap-12">
      <section className="grid grid-cols-1 gap-4 w-full max-w-110 lg:justify-self-end">
        <div className="grid gap-1.5">
          <Heading level={1} size="display">
            <Trans>Welcome back</Trans>
          </Heading>
          <Text tone="muted">
            {support === 'ready' ? (
              <Trans>Log in with your wallet, a passkey or e-mail.</Trans>
            ) : (
              <Trans>Log in with your wallet or e-mail.</Trans>
            )}
          </Text>
        </div>
        <div className="grid grid-cols-1 gap-2.5">
          {walletLogin}
          {support === 'ready' ? (
            <PasskeyLogin
              isLatest={tried === 'passkey'}
              onTry={() => setTried('passkey')}
              onToken={finishLogin}
            />
          ) : null}
        </div>
        <LabelledDivider>
          <Trans>or with e-mail</Trans>
        </LabelledDivider>
        <LoginForm
          hasPasskeys={support === 'ready'}
          isLatest={tried === 'email'}
          onTry={() => setTried('email')}
          onToken={finishLogin}
        />
        <Text tone="muted" className="text-center">
          <Trans>
            New to Koi?{' '}
            <Link to="/register" className={`${textLinkClass} inline-block py-2`}>
              Create an account
            </Link>
          </Trans>
        </Text>
        {support === 'insecure' ? (
          <Note icon={<Info aria-hidden size={16} />}>
            <Trans>
              Passkeys need an encrypted connection. Open Koi at an address that begins with https:// to use
              yours.
            </Trans>
          </Note>
        ) : null}
        {support === 'address' ? (
          <Note icon={<Info aria-hidden size={16} />}>
            <Trans>
              Passkeys need a host name. At an IP address such as this one they cannot work; at localhost they
              do.
            </Trans>
          </Note>
        ) : null}
      </section>
      <MemberBenefits />
    </div>
  )
}
