import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import type { Security } from '#contract/account.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { beginWalletLink, linkWallet } from '#contract/wallet.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { useProofForm } from '#features/security/proof/use-proof-form.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import '#i18n/wallet-answers.ts'
import { api } from '#session/api.ts'
import { PasskeyUnused } from '#session/passkey-unused.ts'
import { useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'

/** Asks the server for the message that a wallet signs. */
type BeginLink = (who: BodyOf<typeof beginWalletLink>) => Promise<DataOf<typeof beginWalletLink>>
/** Has the connected wallet sign that it is to be linked. */
export type SignLink = (begin: BeginLink) => Promise<BodyOf<typeof linkWallet>>

interface LinkWalletFormProps {
  security: Security
  sign: SignLink
  sentenceOf: (error: unknown) => string
}

/** Who the player is, then the wallet's signature. */
export function LinkWalletForm({ security, sign, sentenceOf }: LinkWalletFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { email, asks } = security
  const proof = useProof(asks)
  // What the wallet says is no answer of the server, so it has a sentence of its own.
  const [refusal, setRefusal] = useState<string>()
  const { formProps, field, isSubmitting, failure } = useProofForm({
    name: 'link-wallet',
    proof,
    onSubmit: async (given) => {
      setRefusal(undefined)
      try {
        const signed = await sign((who) => proof.send(beginWalletLink, { body: who }, given))
        const next = await api.call(linkWallet, { body: signed })
        queryClient.setQueryData(securityQuery.queryKey, next)
        toast({ message: t`Wallet linked`, tone: 'success' })
      } catch (error) {
        if (error instanceof ApiError || error instanceof PasskeyUnused) throw error
        setRefusal(sentenceOf(error))
        return false
      }
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure ?? refusal}</FormError>
      <div className="grid gap-2.5 justify-items-start">
        <Button type="submit" loading={isSubmitting}>
          <Trans>Link this wallet</Trans>
        </Button>
        <p role="status">
          {isSubmitting && !proof.isAsking ? (
            <Text as="span" size={3} tone="muted">
              <Trans>Sign the message in your wallet. It costs nothing.</Trans>
            </Text>
          ) : null}
        </p>
      </div>
    </form>
  )
}
