import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Security } from '#contract/account.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { unlinkWallet } from '#contract/wallet.ts'
import { RemovalForm } from '#features/security/RemovalForm.tsx'
import { useCloseQuestion } from '#features/security/use-close-question.ts'
import { useProof } from '#session/use-proof.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Heading } from '#ui/Heading.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { TitledList } from '#features/security/TitledList.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { LinkedWalletRow } from './LinkedWalletRow.tsx'
import { LinkWallet, type LinkWalletProps } from './LinkWallet.tsx'

type WalletsPageProps = Omit<LinkWalletProps, 'security'>

/** Wallets that can log in to the account. */
export function WalletsPage(props: WalletsPageProps) {
  const query = useQuery(securityQuery)
  return (
    <SecurityFrame
      title={<Trans>Wallets</Trans>}
      lead={
        <Trans>Log in by signing a message in a wallet. Koi never sees its keys or its seed phrase.</Trans>
      }
    >
      <AnswerGate query={query}>{(security) => <Wallets {...props} security={security} />}</AnswerGate>
    </SecurityFrame>
  )
}

function Wallets({ security, ...props }: WalletsPageProps & { security: Security }) {
  const { wallets } = security
  return (
    <>
      <TitledList id="wallets" title={<Trans>Your wallets</Trans>}>
        {wallets.map((wallet) => (
          <LinkedWalletRow key={`${wallet.address} ${wallet.chainId}`} wallet={wallet} />
        ))}
      </TitledList>
      <section aria-labelledby="link-wallet" className="grid gap-2.5">
        <Heading level={2} id="link-wallet">
          <Trans>Link a wallet</Trans>
        </Heading>
        <LinkWallet {...props} security={security} />
      </section>
      <UnlinkWalletSheet security={security} />
    </>
  )
}

function UnlinkWalletSheet({ security }: { security: Security }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const address = useSearch({ strict: false, select: (search) => search.remove })
  const on = useSearch({ strict: false, select: (search) => search.on })
  const close = useCloseQuestion()
  const proof = useProof(security.asks)
  const asked = security.wallets.find(
    (wallet) => isSameAddress(wallet.address, address) && (wallet.chainId ?? undefined) === on,
  )
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const short = shown ? shortAddress(shown.address) : ''
  return (
    <Overlay open={asked !== undefined} onClose={close} placement="bottom" title={t`Unlink ${short}?`}>
      {shown ? (
        <RemovalForm
          key={`${shown.address} ${shown.chainId}`}
          name="unlink-wallet"
          proof={proof}
          email={security.email}
          action={<Trans>Unlink</Trans>}
          onKeep={close}
          onSubmit={async (given) => {
            const params = { address: shown.address }
            const body = shown.chainId === null ? {} : { chainId: shown.chainId }
            const next = await proof.send(unlinkWallet, { params, body }, given)
            queryClient.setQueryData(securityQuery.queryKey, next)
            toast({ message: t`Wallet unlinked`, tone: 'success' })
            close()
          }}
        >
          <Text tone="muted">
            <Trans>
              It no longer logs you in, and every other device is logged out. Your coins in it stay yours.
            </Trans>
          </Text>
        </RemovalForm>
      ) : null}
    </Overlay>
  )
}
