import { Trans } from '@lingui/react/macro'
import { Banner } from '#ui/Banner.tsx'
import { Heading } from '#ui/Heading.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Text } from '#ui/Text.tsx'

/** Explains what a referral code does today. */
export function ReferralGuide() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <Heading level={2} size="title">
          <Trans>Invite friends</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>Every account has its own code. You find yours in your profile.</Trans>
        </Text>
      </div>
      <Banner inset>
        <Trans>Koi does not pay for referrals yet.</Trans>
      </Banner>
      <section className="grid gap-3">
        <Heading level={3}>
          <Trans>How it works</Trans>
        </Heading>
        <NumberedList>
          <Trans>A friend signs up with your link or code.</Trans>
          <Trans>They can play any game. Their stakes, wins and losses are their own.</Trans>
          <Trans>You cannot invite yourself.</Trans>
        </NumberedList>
      </section>
    </div>
  )
}
