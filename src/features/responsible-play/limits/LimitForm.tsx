import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { DollarsSchema, setLimit, type PlayLimit } from '#contract/responsible-play.ts'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { useFormat } from '#i18n/use-format.ts'
import { typedToWire } from '#lib/typed-to-wire.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { toast } from '#ui/toast.ts'

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

/** A new amount for a limit, or none. */
export function LimitForm({ limit: { kind, period, amount: current }, onDone }: LimitFormProps) {
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
