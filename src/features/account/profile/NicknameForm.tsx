import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { NICKNAME_MAX, NicknameSchema } from '#contract/account-fields.ts'
import { changeProfile } from '#contract/account.ts'
import { plainName } from '#contract/given-name.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { updateUser } from '#session/user.actions.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { profileQuery } from './profile.queries.ts'

const FormSchema = v.object({ nickname: NicknameSchema })

/** What others may see the player called. */
export function NicknameForm({ nickname }: { nickname: string }) {
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
