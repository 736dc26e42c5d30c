import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Security } from '#contract/account.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Heading } from '#ui/Heading.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { TitledList } from '#features/security/TitledList.tsx'
import { LinkedWalletRow } from './LinkedWalletRow.tsx'
import { LinkWallet, type LinkWalletProps } from './LinkWallet.tsx'
import { UnlinkWalletSheet } from './UnlinkWalletSheet.tsx'

type WalletsPageProps = Omit<LinkWalletProps, 'security'>

/** Wallets that open the account: those there are, and another one. */
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
