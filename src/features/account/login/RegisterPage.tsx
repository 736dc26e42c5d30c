import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleUser } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useAccountStatus } from '#session/use-user.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { RegisterForm } from './RegisterForm.tsx'

/** Shows a notice instead of the form to players who are logged in. */
export function RegisterPage(form: ComponentProps<typeof RegisterForm>) {
  const { t } = useLingui()
  const isVisitor = useAccountStatus() === 'signed-out'
  if (!isVisitor) {
    return (
      <EmptyState
        level={1}
        icon={<CircleUser aria-hidden size={26} />}
        title={t`You have an account`}
        detail={t`You are logged in with it. To open another one, log out first.`}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Link to="/accout" className={buttonClass()}>
              <Trans>Go to your account</Trans>
            </Link>
            <Link to="/logout" className={buttonClass({ variant: 'ghost' })}>
              <Trans>Logout</Trans>
            </Link>
          </div>
        }
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5 px-4 w-full max-w-118 mx-auto">
      <div className="grid gap-1.5">
        <Heading level={1} size="display">
          <Trans>Create an account</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>
            You need an e-mail address, the code we send to it, and a password. You must be 18 or older.
          </Trans>
        </Text>
      </div>
      <RegisterForm {...form} />
    </div>
  )
}
