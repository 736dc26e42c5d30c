import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { AVATAR_MAX_BYTES, AVATAR_TYPES, removeAvatar, uploadAvatar } from '#contract/account.ts'
import type { User } from '#contract/user.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { nftPictureQuery } from '#queries/nft-picture.queries.ts'
import { api } from '#session/api.ts'
import { useUser } from '#session/use-user.ts'
import { updateUser } from '#session/user.actions.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'

interface Chosen {
  file: File
  url: string
}

/** A picture drawn from the number, or an uploaded file with a preview. */
export function AvatarForm() {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const { uid, avatar } = useUser()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])

  const change = useAction({
    run: (file: File | null) => (file ? api.call(uploadAvatar, { body: file }) : api.call(removeAvatar)),
    onSuccess: (user: User) => {
      updateUser(user)
      // It takes the place of an NFT.
      queryClient.setQueryData(nftPictureQuery.queryKey, null)
      setChosen(undefined)
      toast({ message: t`Picture changed`, tone: 'success' })
    },
    onError: (error) => setProblem(i18n._(errorMessageOf(error))),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Without this, choosing the same file again would cause no event.
    target.value = ''
    if (!file) return
    const isPicture = AVATAR_TYPES.some((type) => type === file.type)
    setProblem(
      !isPicture
        ? t`Choose a JPEG, PNG or WebP picture.`
        : file.size > AVATAR_MAX_BYTES
          ? t`This picture is larger than 2 MB. Choose a smaller one.`
          : undefined,
    )
    setChosen(
      isPicture && file.size <= AVATAR_MAX_BYTES ? { file, url: URL.createObjectURL(file) } : undefined,
    )
  }
  const act = (file: File | null) => {
    setProblem(undefined)
    if (!change.isRunning) change.run(file)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar uid={uid} avatar={chosen?.url ?? avatar} size={88} />
        <input
          ref={input}
          type="file"
          accept={AVATAR_TYPES.join(',')}
          aria-label={t`Picture file`}
          tabIndex={-1}
          className="sr-only"
          onChange={choose}
        />
        <div className="flex flex-wrap gap-2">
          {chosen ? (
            <>
              <Button size="sm" loading={change.isRunning} onClick={() => act(chosen.file)}>
                <Trans>Use this picture</Trans>
              </Button>
              <Button variant="ghost" size="sm" onClick={() => setChosen(undefined)}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          ) : (
            <>
              <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
                <Trans>Choose a picture</Trans>
              </Button>
              <Link to="/profile/nfts" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
                <Trans>Use an NFT</Trans>
              </Link>
              {avatar === '' ? null : (
                <Button variant="ghost" size="sm" loading={change.isRunning} onClick={() => act(null)}>
                  <Trans>Remove picture</Trans>
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      <Text size={2} tone="subtle">
        <Trans>JPEG, PNG or WebP up to 2 MB. Without one, your koi is drawn from your number.</Trans>
      </Text>
      <FormError>{problem}</FormError>
    </div>
  )
}
