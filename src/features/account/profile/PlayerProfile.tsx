import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { NICKNAME_MAX, NicknameSchema } from '#contract/account-fields.ts'
import { changeProfile, type Profile } from '#contract/account.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { isLocale, LOCALES } from '#contract/localized.ts'
import type { ShownAs } from '#contract/public-player.ts'
import { useFormat } from '#i18n/use-format.ts'
import { plainName } from '#contract/given-name.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { useUser } from '#session/use-user.ts'
import { updateUser } from '#session/user.actions.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Name } from '#ui/Name.tsx'
import { PlayerAvatar } from '#ui/PlayerAvatar.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { AvatarForm } from './AvatarForm.tsx'
import { ContactForm } from './ContactForm.tsx'
import { profileQuery } from './profile.queries.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'

interface PlayerProfileProps {
  download: ReactNode
}

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
      <ShownAsSetting profile={profile} />
      <section aria-labelledby="referral" className="grid grid-cols-1 gap-2.5">
        <Heading level={2} id="referral">
          <Trans>Your referral code</Trans>
        </Heading>
        <CopyableCode
          text={profile.referralCode}
          copyLabel={t`Copy referral code`}
          copied={t`Referral code copied`}
        />
        <Link
          to="/promotion"
          search={{ tab: 'referral' }}
          className={`${textLinkClass} justify-self-start py-2`}
        >
          <Trans>What friends have earned you</Trans>
        </Link>
      </section>
      <MailSettings locale={profile.locale} />
      <ContactForm profile={profile} />
    </>
  )
}

/** Takes effect at once. */
function ShownAsSetting({ profile: { nickname, shownAs, publicNumber } }: { profile: Profile }) {
  const { t } = useLingui()
  const { change, wished } = useProfileChange()
  return (
    <section aria-labelledby="public-name" className="grid grid-cols-1 gap-2.5">
      <Heading level={2} id="public-name">
        <Trans>Your name in public</Trans>
      </Heading>
      <Text size={3} tone="muted">
        <Trans>
          Lists of bets and Crash show this beside your bets; it tells nobody who you are, unless you want it
          to.
        </Trans>
      </Text>
      <RadioList<ShownAs>
        label={t`Your name in public`}
        value={wished.shownAs ?? shownAs}
        onChange={(next) => change({ shownAs: next })}
        options={[
          {
            value: 'made',
            title: <PlayerName player={{ name: null, number: publicNumber }} />,
            description: t`Made from a random number`,
            icon: <PlayerAvatar number={publicNumber} size={34} />,
          },
          {
            value: 'nickname',
            title: nickname === '' ? <Trans>My nickname</Trans> : <Name>{nickname}</Name>,
            description: nickname === '' ? t`Once you have one` : t`Your nickname`,
            icon: <PlayerAvatar number={publicNumber} size={34} />,
          },
          {
            value: 'hidden',
            title: <Trans>Hidden</Trans>,
            description: t`Nothing tells which bets are of the same player`,
            icon: <PlayerAvatar number={null} size={34} />,
          },
        ]}
      />
    </section>
  )
}

/** Takes effect at once. */
function MailSettings({ locale }: Pick<Profile, 'locale'>) {
  const { t } = useLingui()
  const { change, wished } = useProfileChange()
  return (
    <section aria-labelledby="mails" className="grid gap-2.5">
      <Heading level={2} id="mails">
        <Trans>Mails</Trans>
      </Heading>
      <SelectField
        label={t`Language of mails`}
        value={wished.locale ?? locale}
        options={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
        onChange={({ target }) => {
          if (isLocale(target.value)) change({ locale: target.value })
        }}
      />
      <Link to="/messages/notifications" className={listRowClass()}>
        <ListRowContent
          icon={<BellRing aria-hidden size={21} />}
          title={<Trans>Notifications</Trans>}
          subtitle={<Trans>News and offers; mails about security always come</Trans>}
          trailing={<ChevronRight aria-hidden size={18} />}
        />
      </Link>
    </section>
  )
}

const FormSchema = v.object({ nickname: NicknameSchema })

/** The name that other players may see. */
function NicknameForm({ nickname }: { nickname: string }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { formProps, field, isSubmitting, failure, hasEntries, markSaved } = useDraftForm({
    name: 'nickname',
    schema: FormSchema,
    defaultValues: { nickname },
    onSubmit: async (body) => {
      const profile = await api.call(changeProfile, { body })
      queryClient.setQueryData(profileQuery.queryKey, profile)
      updateUser({ uid: profile.uid, nickname: profile.nickname, avatar: profile.avatar })
      markSaved({ nickname: plainName(profile.nickname) })
      toast({ message: t`Saved`, tone: 'success' })
    },
  })
  return (
    <form {...formProps} className="grid gap-3">
      <TextField
        {...field('nickname')}
        label={t`Nickname`}
        hint={t`Other players may see it. Without one, they see your player number.`}
        autoComplete="nickname"
        maxLength={NICKNAME_MAX}
      />
      <FormError>{failure}</FormError>
      {hasEntries || isSubmitting ? (
        <div>
          <Button type="submit" size="sm" loading={isSubmitting}>
            <Trans>Save nickname</Trans>
          </Button>
        </div>
      ) : null}
    </form>
  )
}

/** Changes the profile optimistically: shows the new value while the request runs. */
function useProfileChange() {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const change = useAction({
    run: (body: BodyOf<typeof changeProfile>) => api.call(changeProfile, { body }),
    onSuccess: (profile) => {
      queryClient.setQueryData(profileQuery.queryKey, profile)
      toast({ message: t`Saved`, tone: 'success' })
    },
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
  return { change: change.run, wished: change.input ?? {} }
}
