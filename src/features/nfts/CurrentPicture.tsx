import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { removeAvatar } from '#contract/account.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { nftPictureQuery } from '#queries/nft-picture.queries.ts'
import { api } from '#session/api.ts'
import { useUser } from '#session/use-user.ts'
import { updateUser } from '#session/user.actions.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Name } from '#ui/Name.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { shortTokenId } from './token-key.ts'

/** The NFT that is the player's picture; nothing while it is none. */
export function CurrentPicture() {
  const { t, i18n } = useLingui()
  const { moment } = useFormat()
  const queryClient = useQueryClient()
  const { uid, avatar } = useUser()
  const { data } = useQuery(nftPictureQuery)
  const remove = useAction({
    run: () => api.call(removeAvatar),
    onSuccess: (user) => {
      updateUser(user)
      queryClient.setQueryData(nftPictureQuery.queryKey, null)
      toast({ message: t`Picture changed`, tone: 'success' })
    },
  })
  if (!data) return null
  const at = moment(new Date(data.checkedAt))
  return (
    <Card className="grid gap-3">
      <div className="flex items-center gap-3.5">
        <Avatar uid={uid} avatar={avatar} size={64} />
        <div className="grid gap-0.5 min-w-0">
          <Text weight={700} className="wrap-anywhere">
            {data.name === null ? <Trans>Your picture</Trans> : <Name>{data.name}</Name>}{' '}
            <span className="num">{`#${shortTokenId(data.id)}`}</span>
          </Text>
          <Text size={3} tone="muted">
            <Trans>
              Your picture, as long as your wallet holds it. Koi asks the chain every day, the last time {at}.
            </Trans>
          </Text>
        </div>
      </div>
      <div>
        <Button variant="secondary" size="sm" loading={remove.isRunning} onClick={() => remove.run()}>
          <Trans>Remove picture</Trans>
        </Button>
      </div>
      <FormError>{remove.error === undefined ? undefined : i18n._(errorMessageOf(remove.error))}</FormError>
    </Card>
  )
}
