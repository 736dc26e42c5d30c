import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { giveUpBonus, type Bonus } from '#contract/bonuses.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { toast } from '#ui/toast.ts'
import { symbolOf } from './bonus-words.ts'

/** Asks for confirmation before the bonus in the URL is given up. */
export function GiveUpSheet({ bonuses }: { bonuses: readonly Bonus[] | undefined }) {
  const { t, i18n } = useLingui()
  const { decimal } = useFormat()
  const queryClient = useQueryClient()
  const isPractice = useIsPractice()
  const id = useSearch({ strict: false, select: (search) => search.bonus })
  const navigate = useNavigate()
  const router = useRouter()
  const close = () => {
    const { search, state } = router.state.location
    if (search.bonus === undefined) return
    if (state.openedPanel) router.history.back()
    else void navigate({ to: '/rewards', replace: true, resetScroll: false })
  }
  const giving = useAction({
    run: (bonus: Bonus) => api.call(giveUpBonus, { params: { id: bonus.id }, body: {} }),
    onSuccess: () => {
      close()
      toast({ message: t`You gave up the rest of the bonus`, tone: 'success' })
      void refreshMoney(queryClient)
    },
    // The bonus may have ended meanwhile: the refreshed list shows it.
    onError: () => void refreshMoney(queryClient),
  })
  const asked = bonuses?.find((bonus) => bonus.id === id && bonus.status === 'active')
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  if (!shown) return null
  const symbol = symbolOf(shown)
  const locked = decimal(shown.locked)
  const released = decimal(shown.released)
  const title = t`Give up ${locked} ${symbol}?`
  return (
    <Overlay
      open={asked !== undefined}
      onClose={close}
      placement="bottom"
      title={title}
      header={<OverlayTitle title={title} isPractice={isPractice} />}
    >
      <div className="grid grid-cols-1 gap-4">
        <Text tone="muted" num>
          <Trans>
            The {locked} {symbol} still locked go back to Koi for good. You keep your deposit and the{' '}
            {released} {symbol} already released. Keeping the bonus costs you nothing.
          </Trans>
        </Text>
        <FormError>{giving.error === undefined ? undefined : i18n._(errorMessageOf(giving.error))}</FormError>
        <div className="grid gap-2.5">
          <Button block onClick={close}>
            <Trans>Keep the bonus</Trans>
          </Button>
          <Button variant="danger" block loading={giving.isRunning} onClick={() => giving.run(shown)}>
            <Trans>
              Give up {locked} {symbol}
            </Trans>
          </Button>
        </div>
      </div>
    </Overlay>
  )
}
