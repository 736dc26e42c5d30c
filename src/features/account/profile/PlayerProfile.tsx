import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/account.ts'
import { useFormat } from '#i18n/use-format.ts'
import { plainName } from '#contract/given-name.ts'
import { useUser } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Name } from '#ui/Name.tsx'
import { Text } from '#ui/Text.tsx'
import { AvatarForm } from './AvatarForm.tsx'
import { ContactForm } from './ContactForm.tsx'
import { MailSettings } from './MailSettings.tsx'
import { NameSetting } from './NameSetting.tsx'
import { NicknameForm } from './NicknameForm.tsx'
import { profileQuery } from './profile.queries.ts'

interface PlayerProfileProps {
  /** How all that is held is had as a file. */
  download: ReactNode
}

/** The player's own data. */
export function PlayerProfile({ download }: PlayerProfileProps) {
  const { nickname, uid } = useUser()
  const query = useQuery({ ...profileQuery, enabled: uid > 0 })
  return (
    <>
      <div className="grid grid-cols-1 gap-3">
        <Heading level={1} size="title" className="wrap-anywhere">
          {nickname ? <Name>{nickname}</Name> : <Trans>Profile</Trans>}
        </Heading>
        <AvatarForm />
      </div>
      <AnswerGate query={query}>{(profile) => <ProfileParts profile={profile} />}</AnswerGate>
      {query.data ? download : null}
    </>
  )
}

function ProfileParts({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const { date } = useFormat()
  return (
    <>
      <DefinitionList
        facts={[
          { term: t`Player number`, value: profile.uid },
          { term: t`E-mail`, value: <span className="wrap-anywhere">{profile.email ?? '–'}</span> },
          { term: t`Member since`, value: date(new Date(profile.registeredAt)) },
        ]}
      />
      <NicknameForm nickname={plainName(profile.nickname)} />
      <NameSetting nickname={profile.nickname} showsName={profile.showsName} />
      <section aria-labelledby="referral" className="grid grid-cols-1 gap-2.5">
        <Heading level={2} id="referral">
          <Trans>Your referral code</Trans>
        </Heading>
        <CopyableCode
          text={profile.referralCode}
          copyLabel={t`Copy referral code`}
          copied={t`Referral code copied`}
        />
        <Text size={3} tone="muted">
          <Trans>Friends enter it when they register.</Trans>
        </Text>
      </section>
      <MailSettings locale={profile.locale} wantsNews={profile.wantsNews} />
      <ContactForm profile={profile} />
    </>
  )
}
