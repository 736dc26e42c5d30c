import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountGate } from '#app/AccountGate.tsx'
import { usePanel } from '#app/panels.ts'
import { WalletsPage } from '#features/security/wallets/WalletsPage.tsx'
import { useLinkSigner } from '#features/wallet/login/use-link-signer.ts'
import { loadTexts } from '#i18n/i18n.ts'
import * as v from 'valibot'
import { ChainIdSchema, EvmAddressSchema } from '#contract/values.ts'

const WalletsSearchSchema = v.object({
  /** Address of the wallet to unlink after a confirmation. */
  remove: v.optional(v.fallback(v.optional(EvmAddressSchema), undefined)),
  /** Chain of that wallet, if it is a contract. */
  on: v.optional(v.fallback(v.optional(ChainIdSchema), undefined)),
})

export const Route = createFileRoute('/security/wallets')({
  validateSearch: WalletsSearchSchema,
  loader: () => Promise.all([loadTexts('account'), loadTexts('wallet')]),
  component: Wallets,
  staticData: { title: msg`Wallets` },
})

function Wallets() {
  const { t } = useLingui()
  const { open } = usePanel()
  const signer = useLinkSigner()
  return (
    <AccountGate title={t`Wallets`}>
      <WalletsPage {...signer} onOpenWallet={() => open('wallet')} />
    </AccountGate>
  )
}
