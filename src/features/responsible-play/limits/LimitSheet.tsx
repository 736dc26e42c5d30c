import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { DollarsSchema, type PlayLimit, setLimit } from '#contract/responsible-play.ts'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { useFormat } from '#i18n/use-format.ts'
import { typedToWire } from '#lib/typed-to-wire.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { FormError } from '#ui/FormError.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { LIMIT_TITLES } from './limit-names.ts'

/** Sets the limit that the URL names. */
export function LimitSheet({ limits }: { limits: readonly PlayLimit[] }) {
  const { i18n } = useLingui()
  const name = useSearch({ strict: false, select: (search) => search.limit })
  const navigate = useNavigate()
  const router = useRouter()
  const close = () => {
    const { search, state } = router.state.location
    if (search.limit === undefined) return
    if (state.openedPanel) router.history.back()
    else void navigate({ to: '/responsible-play/limits', replace: true, resetScroll: false })
  }
  const asked = limits.find(({ kind, period }) => `${kind}-${period}` === name)
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  if (!shown) return null
  return (
    <Overlay
      open={asked !== undefined}
      onClose={close}
      placement="bottom"
      title={i18n._(LIMIT_TITLES[`${shown.kind}-${shown.period}`])}
    >
      <LimitForm key={`${shown.kind}-${shown.period}`} limit={shown} onDone={close} />
    </Overlay>
  )
}

interface LimitFormProps {
  limit: PlayLimit
  onDone: () => void
}

const FormSchema = v.object({
  amount: v.pipe(
    v.string(),
    v.transform((text) => typedToWire(text, 2)),
    DollarsSchema,
  ),
})

function LimitForm({ limit: { kind, period, amount: current }, onDone }: LimitFormProps) {
  const { t } = useLingui()
  const { usd } = useFormat()
  const queryClient = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)

  const change = async (amount: string | null) => {
    const tools = await api.call(setLimit, { params: { kind, period }, body: { amount } })
    queryClient.setQueryData(responsiblePlayQuery.queryKey, tools)
    const changed = tools.limits.find((limit) => limit.kind === kind && limit.period === period)
    toast({
      message: changed?.raise ? t`Saved. You can confirm it in 24 hours.` : t`Your limit is set`,
      tone: 'success',
    })
    onDone()
  }
  const { form, formProps, field, isSubmitting, failure, setFailure } = useDraftForm({
    name: `limit-${kind}-${period}`,
    schema: FormSchema,
    defaultValues: { amount: '' },
    onSubmit: ({ amount }) => change(amount),
  })
  const remove = () => {
    setIsRemoving(true)
    change(null)
      .catch(setFailure)
      .finally(() => setIsRemoving(false))
  }
  const now = current === null ? null : usd(current)
  return (
    <form {...formProps} className="grid gap-4">
      <Text tone="muted">
        {now === null ? (
          <Trans>You have no limit now. The first one starts at once.</Trans>
        ) : (
          <Trans>
            Now {now}. A lower limit starts at once. For a higher limit, wait 24 hours and then confirm it.
          </Trans>
        )}
      </Text>
      <NumberField
        {...field('amount')}
        value={form.watch('amount')}
        label={t`Limit in US dollars`}
        icon={<span aria-hidden>$</span>}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" block loading={isSubmitting}>
        <Trans>Set limit</Trans>
      </Button>
      {current === null ? null : (
        <Button variant="ghost" block loading={isRemoving} onClick={remove}>
          <Trans>Ask for no limit</Trans>
        </Button>
      )}
    </form>
  )
}
