import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { Security } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { linkWallet } from '#contract/wallet.ts'
import '#i18n/wallet-answers.ts'
import { ApiError } from '#lib/api-error.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { passwordProof } from '#features/security/password-proof.ts'
import { PasswordProof } from '#features/security/PasswordProof.tsx'
import { securityQuery } from '#features/security/security.queries.ts'

/** Has the connected wallet sign that it is to be linked. */
export type SignLink = (password: string | undefined) => Promise<BodyOf<typeof linkWallet>>

interface LinkWalletFormProps {
  security: Security
  sign: SignLink
  sentenceOf: (error: unknown) => string
}

const schemaOf = (hasPassword: boolean) => v.object({ password: passwordProof(hasPassword) })

/** Password where there is one, then the wallet's signature. */
export function LinkWalletForm({ security, sign, sentenceOf }: LinkWalletFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { email, hasPassword } = security
  // What the wallet says is no answer of the server, so it has a sentence of its own.
  const [refusal, setRefusal] = useState<string>()
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'link-wallet',
    schema: schemaOf(hasPassword),
    defaultValues: { password: '' },
    secret: ['password'],
    fieldOfCode: { password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      setRefusal(undefined)
      try {
        const next = await api.call(linkWallet, { body: await sign(password) })
        queryClient.setQueryData(securityQuery.queryKey, next)
        toast({ message: t`Wallet linked`, tone: 'success' })
      } catch (error) {
        if (error instanceof ApiError) throw error
        setRefusal(sentenceOf(error))
        return false
      }
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <PasswordProof email={email} hasPassword={hasPassword} field={field('password')} />
      <FormError>{failure ?? refusal}</FormError>
      <div className="grid gap-2.5 justify-items-start">
        <Button type="submit" loading={isSubmitting}>
          <Trans>Link this wallet</Trans>
        </Button>
        <p role="status">
          {isSubmitting ? (
            <Text as="span" size={3} tone="muted">
              <Trans>Sign the message in your wallet. It costs nothing.</Trans>
            </Text>
          ) : null}
        </p>
      </div>
    </form>
  )
}
