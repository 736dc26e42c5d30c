import { useLingui } from '@lingui/react/macro'
import type { Profile } from '#contract/account.ts'
import { Switch } from '#ui/Switch.tsx'
import { useProfileChange } from './use-profile-change.ts'

/** Whether others see the player's name; it takes effect at once. */
export function NameSetting({ nickname, showsName }: Pick<Profile, 'nickname' | 'showsName'>) {
  const { t } = useLingui()
  const { change, wished } = useProfileChange()
  return (
    <Switch
      label={t`Show my nickname in public`}
      description={
        nickname === ''
          ? t`With your bets in public lists and in Crash, once you have a nickname. Otherwise you are “hidden” there.`
          : t`With your bets in public lists and in Crash. Otherwise you are “hidden” there.`
      }
      checked={wished.showsName ?? showsName}
      onChange={(next) => change({ showsName: next })}
    />
  )
}
