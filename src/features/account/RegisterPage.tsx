import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'

/** What an account asks of a player; nothing to fill in where there are none. */
export function RegisterPage() {
  const { t } = useLingui()
  return (
    <div className="grid gap-5 px-4 max-w-160">
      <div className="grid gap-1.5">
        <Heading level={1} size="title">
          <Trans>What an account asks for</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>As little as a gaming account can.</Trans>
        </Text>
      </div>
      <Banner inset>
        <Trans>This release has no accounts, so there is nothing to fill in here.</Trans>
      </Banner>
      <DefinitionList
        facts={[
          { term: t`Age`, value: t`18 or older, confirmed by you` },
          { term: t`E-mail`, value: t`Confirmed with a 6-digit code` },
          { term: t`Password`, value: t`10 characters or more, and not a common one` },
          { term: t`Nickname`, value: t`Optional` },
          { term: t`Referral code`, value: t`If you have one` },
        ]}
      />
      <div className="flex flex-wrap gap-2.5">
        <Link to="/accout" className={buttonClass({ variant: 'secondary' })}>
          <Trans>See what members get</Trans>
        </Link>
        <Link to="/" className={buttonClass({ variant: 'ghost' })}>
          <Trans>Go to the lobby</Trans>
        </Link>
      </div>
    </div>
  )
}
