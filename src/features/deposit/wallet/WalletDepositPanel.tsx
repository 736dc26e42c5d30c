import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Wallet } from 'lucide-react'
import { useEffect } from 'react'
import type { Security } from '#contract/account.ts'
import { MINIMUM_DEPOSIT } from '#contract/deposits.ts'
import { beginDepositWallet, linkDepositWallet } from '#contract/wallet.ts'
import { AddressRefused } from '#features/deposit/AddressRefused.tsx'
import { LogInFirst } from '#features/deposit/LogInFirst.tsx'
import '#i18n/wallet-answers.ts'
import { isLinkedWallet } from '#lib/is-linked-wallet.ts'
import { useAction } from '#lib/use-action.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { api } from '#session/api.ts'
import { useAccountStatus, useUser } from '#session/use-user.ts'
import type { Answer } from '#ui/answer.ts'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { Text } from '#ui/Text.tsx'
import { WalletDepositForm } from './WalletDepositForm.tsx'
import { WalletDepositList } from './WalletDepositList.tsx'
import { clearPayment, tellWhenAnswered } from './wallet-deposit.actions.ts'
import { walletDepositsQuery } from './wallet-deposits.queries.ts'
import type { WalletPort, WalletSigner } from './wallet-port.ts'

interface WalletDepositPanelProps {
  isOpen: boolean
  onClose: () => void
  onBack: () => void
  /** Opens the wallet modal, which leads back here. */
  onConnect: () => void
  /** Hides the ways to pay during a break. */
  isOnBreak: boolean
  wallet: WalletPort
  signer: WalletSigner
  /** Called with the updated security data after the wallet was linked. */
  onLinked: (security: Security) => void
  /** Includes the account's linked wallets. */
  security: Answer<Security>
}

export function WalletDepositPanel({
  isOpen,
  onClose,
  onBack,
  onConnect,
  isOnBreak,
  wallet,
  signer,
  onLinked,
  security,
}: WalletDepositPanelProps) {
  const { t } = useLingui()
  const account = useAccountStatus()
  const { uid } = useUser()
  const { data: config } = useQuery(configQuery)
  const isPractice = useIsPractice()
  const queryClient = useQueryClient()
  const { connected } = wallet
  const isSignedIn = account === 'signed-in'
  const mayPay = isSignedIn && !isOnBreak
  const linked = security.data?.wallets
  const isLinked = connected ? linked?.some((each) => isLinkedWallet(each, connected)) : undefined
  const isAsked = security.error === null && security.fetchStatus !== 'paused'
  useEffect(() => {
    if (!isOpen || !isSignedIn) return
    const stop = tellWhenAnswered(uid, () => {
      void queryClient.invalidateQueries({ queryKey: walletDepositsQuery.queryKey })
    })
    return () => {
      stop()
      clearPayment()
    }
  }, [isOpen, isSignedIn, uid, queryClient])
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      title={t`Web3 wallet`}
      header={<OverlayTitle title={t`Web3 wallet`} isPractice={isPractice} onBack={onBack} />}
    >
      <div className="grid grid-cols-1 gap-4">
        {account === 'signed-out' ? (
          <>
            <DefinitionList
              facts={[
                { term: t`Networks`, value: config?.chains.map(({ name }) => name).join(', ') ?? '–' },
                { term: t`Minimum deposit`, value: `${MINIMUM_DEPOSIT} USDT` },
              ]}
            />
            <LogInFirst panel="web3" />
          </>
        ) : null}
        {isSignedIn && isOnBreak ? <AddressRefused code="break_active" /> : null}
        {mayPay && connected === null ? (
          <EmptyState
            level={3}
            icon={<Wallet aria-hidden size={26} />}
            title={t`Connect a wallet to pay`}
            detail={t`You see the coin, amount and network fee before you confirm.`}
            action={
              <Button onClick={onConnect}>
                <Trans>Connect a wallet</Trans>
              </Button>
            }
          />
        ) : null}
        {mayPay && connected && linked === undefined ? (
          isAsked ? (
            <div aria-busy>
              <Skeleton shape="box" height={212} />
            </div>
          ) : (
            <AnswerMissing
              query={security}
              level={3}
              title={t`Your wallets did not load`}
              offline={t`You are offline, and your wallets are not saved on this device.`}
            />
          )
        ) : null}
        {mayPay && connected && isLinked === false ? <LinkToPay signer={signer} onLinked={onLinked} /> : null}
        {mayPay && connected && isLinked ? (
          <WalletDepositForm wallet={wallet} connected={connected} chains={config?.chains ?? []} uid={uid} />
        ) : null}
        {isSignedIn ? <WalletDepositList isOpen={isOpen} chains={config?.chains ?? []} /> : null}
      </div>
    </Overlay>
  )
}

interface LinkToPayProps {
  signer: WalletSigner
  onLinked: (security: Security) => void
}

/**
 * Asks the connected wallet to sign once that it pays into this account. Needs no password, because the wallet cannot
 * log in by this.
 */
function LinkToPay({ signer: { sign, sentenceOf }, onLinked }: LinkToPayProps) {
  const linking = useAction({
    run: async () => {
      const body = await sign((who) => api.call(beginDepositWallet, { body: who }))
      return api.call(linkDepositWallet, { body })
    },
    onSuccess: onLinked,
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <Callout
        icon={<Link2 aria-hidden size={26} />}
        title={<Trans>Sign once, then pay</Trans>}
        action={
          <Button block loading={linking.isRunning} onClick={() => linking.run()}>
            <Trans>Sign with this wallet</Trans>
          </Button>
        }
      >
        <Trans>
          All players send to the same Koi address. Your signature shows that transfers from this wallet are
          yours, so nobody else can claim them. It costs nothing, and does not let the wallet log in.
        </Trans>
      </Callout>
      <p role="status">
        {linking.isRunning ? (
          <Text as="span" size={3} tone="muted">
            <Trans>Sign the message in your wallet. It costs nothing.</Trans>
          </Text>
        ) : null}
      </p>
      <FormError>{linking.error === undefined ? undefined : sentenceOf(linking.error)}</FormError>
    </div>
  )
}
