import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Heading } from '#ui/Heading.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'

/** How a password is reset, for an account there is none of yet. */
export function ForgotPasswordPage() {
  return (
    <div className="grid gap-5 px-4 max-w-160">
      <Heading level={1} size="title">
        <Trans>Forgot your password?</Trans>
      </Heading>
      <Banner inset>
        <Trans>This release has no accounts, so no password of yours is here to be lost.</Trans>
      </Banner>
      <section className="grid gap-3">
        <Heading level={2}>
          <Trans>How Koi resets a password</Trans>
        </Heading>
        <NumberedList>
          <Trans>You enter the e-mail address of your account.</Trans>
          <Trans>A 6-digit code is sent to it. The code works for 10 minutes and five tries.</Trans>
          <Trans>With the code you set a new password of 10 characters or more.</Trans>
        </NumberedList>
      </section>
      <div>
        <Link to="/" className={buttonClass({ variant: 'secondary' })}>
          <Trans>Go to the lobby</Trans>
        </Link>
      </div>
    </div>
  )
}
