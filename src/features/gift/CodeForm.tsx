import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { connection } from '#api/connection.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { GiftCodeSchema, redeemGiftCode } from '#contract/gift-codes.ts'
import { useStore } from '#lib/use-store.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CodeGift } from './CodeGift.tsx'

const CodeSchema = v.object({ code: GiftCodeSchema })

/** @param code of the link that led here; it is used with a tap only */
export function CodeForm({ code = '' }: { code?: string | undefined }) {
  const { t } = useLingui()
  const status = useAccountStatus()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isOffline = useStore(connection) === 'offline'
  const [redeemed, setRedeemed] = useState<DataOf<typeof redeemGiftCode>>()
  const { formProps, field, isSubmitting, failure, markSaved } = useDraftForm({
    name: `gift-code-${code}`,
    schema: CodeSchema,
    defaultValues: { code },
    fieldOfCode: { gift_code_unknown: 'code' },
    onSubmit: async (values) => {
      if (status === 'signed-out') {
        await navigate({ to: '/accout', search: { from: `/gift?code=${values.code}` } })
        return false
      }
      setRedeemed(await api.call(redeemGiftCode, { body: values }))
      markSaved({ code: '' })
      await refreshMoney(queryClient)
    },
  })
  return (
    <section className="grid gap-2.5 px-4">
      <form {...formProps} className="lg:max-w-110">
        <TextField
          {...field('code')}
          label={t`Have a code?`}
          icon={<Ticket aria-hidden size={19} />}
          placeholder={t`Type it here`}
          hint={isOffline ? <Trans>A code can be used once you are connected.</Trans> : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          trailing={
            <Button type="submit" variant="secondary" size="sm" loading={isSubmitting} className="-mr-2.5">
              {status === 'signed-out' ? <Trans>Log in to use it</Trans> : <Trans>Use code</Trans>}
            </Button>
          }
        />
      </form>
      <FormError>{failure}</FormError>
      {redeemed ? <CodeGift redeemed={redeemed} /> : null}
    </section>
  )
}
