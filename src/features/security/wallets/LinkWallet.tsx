import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Wallet } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import type { Security } from '#contract/account.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import type { GivenName } from '#contract/given-name.ts'
import { beginWalletLink, linkWallet } from '#contract/wallet.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { useProofForm } from '#features/security/proof/use-proof-form.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import '#i18n/wallet-answers.ts'
import { isLinkedWallet } from '#lib/is-linked-wallet.ts'
import { api } from '#session/api.ts'
import { PasskeyUnused } from '#session/passkeys.ts'
import { useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Name } from '#ui/Name.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { WalletMark } from '#ui/WalletMark.tsx'

export interface LinkWalletProps {
  security: Security
  /** The wallet that is connected to this device. */
  connected: { address: string; chainId: number; label: GivenName; icon: string | null } | null
  sign: SignLink
  /** Turns a wallet error into a sentence for the player. */
  sentenceOf: (error: unknown) => string
  /** Opens the wallet modal. */
  onOpenWallet: () => void
}

export function LinkWallet({ security, connected, sign, sentenceOf, onOpenWallet }: LinkWalletProps) {
  if (connected === null) {
    return (
      <>
        <Text tone="muted">
          <Trans>Connect the wallet first. It then proves with a signature that it is yours.</Trans>
        </Text>
        <div>
          <Button icon={<Wallet aria-hidden size={19} />} onClick={onOpenWallet}>
            <Trans>Connect a wallet</Trans>
          </Button>
        </div>
      </>
    )
  }
  const { address, label: name, icon } = connected
  const label = <Name>{name}</Name>
  const linked = security.wallets.find((wallet) => isLinkedWallet(wallet, connected))
  const isLinked = linked !== undefined && linked.provenBy !== null && linked.logsIn
  return (
    <>
      <ListRow
        icon={<WalletMark src={icon} name={name} />}
        iconTone="none"
        title={
          <span className="num" translate="no">
            {shortAddress(address)}
          </span>
        }
        subtitle={
          isLinked ? (
            <Trans>{label}, connected here and linked to your account</Trans>
          ) : (
            <Trans>{label}, connected here</Trans>
          )
        }
        trailing={isLinked ? <BadgeCheck aria-hidden size={20} /> : undefined}
        chevron
        onClick={onOpenWallet}
      />
      {isLinked ? (
        <Text size={3} tone="muted">
          <Trans>To link another one, switch to it in your wallet, or connect a different wallet.</Trans>
        </Text>
      ) : (
        <>
          {linked ? (
            <Text size={3} tone="muted">
              {linked.logsIn ? (
                <Trans>
                  Already linked. If it is a smart contract wallet, link it once more: until then it cannot
                  log you in.
                </Trans>
              ) : (
                <Trans>It pays into your account already. Link it to log in with it as well.</Trans>
              )}
            </Text>
          ) : null}
          <LinkWalletForm key={address} security={security} sign={sign} sentenceOf={sentenceOf} />
        </>
      )}
    </>
  )
}

/** Asks the server for the message to sign. */
type BeginLink = (who: BodyOf<typeof beginWalletLink>) => Promise<DataOf<typeof beginWalletLink>>
/** Asks the connected wallet to sign the link. */
type SignLink = (begin: BeginLink) => Promise<BodyOf<typeof linkWallet>>

interface LinkWalletFormProps {
  security: Security
  sign: SignLink
  sentenceOf: (error: unknown) => string
}

/** Proof of identity, then the wallet's signature. */
function LinkWalletForm({ security, sign, sentenceOf }: LinkWalletFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { email, asks } = security
  const proof = useProof(asks)
  // A wallet error is not an answer of the server, so it has its own sentence.
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
