import { Trans, useLingui } from '@lingui/react/macro'
import { LogIn, RotateCw } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { WalletOutcome, outcomeOf } from '#features/wallet/modal/WalletOutcome.tsx'
import { WalletWait } from '#features/wallet/modal/WalletWait.tsx'
import { loadTexts } from '#i18n/i18n.ts'
import '#i18n/wallet-answers.ts'
import { isolatedName } from '#contract/given-name.ts'
import { Button } from '#ui/Button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Name } from '#ui/Name.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { WaitingRing } from '#ui/WaitingRing.tsx'
import { WalletMark } from '#ui/WalletMark.tsx'
import { useWalletLogin, type OnWalletToken } from './use-wallet-login.ts'

/** Loaded on demand: most log-ins do not need the form library. */
const NewcomerForm = lazyPart(() =>
  Promise.all([import('./NewcomerForm.tsx'), loadTexts('account')]).then(([module]) => module.NewcomerForm),
)
const LoginCodeForm = lazyPart(() =>
  Promise.all([import('./LoginCodeForm.tsx'), loadTexts('account')]).then(([module]) => module.LoginCodeForm),
)

interface WalletLoginProps {
  connection: WalletConnection
  onToken: OnWalletToken
  /** Asks the wallet without another tap. */
  startsAtOnce: boolean
  /** Called after it asked without a tap, so that it does so only once. */
  onStarted: () => void
  /** Shown above and below the offer to log in; hidden during the log-in. */
  card: ReactNode
  children: ReactNode
}

export function WalletLogin(props: WalletLoginProps) {
  const { connection, onToken, startsAtOnce, onStarted, card, children } = props
  const { t } = useLingui()
  const { stage, start, stop, answer } = useWalletLogin(connection, onToken)
  const { label: name, icon } = connection.wallet
  const label = <Name>{name}</Name>
  const named = isolatedName(name)
  const startAtOnce = useEffectEvent(() => {
    if (!startsAtOnce) return
    onStarted()
    void start()
  })
  useEffect(() => {
    const timer = setTimeout(() => startAtOnce())
    return () => clearTimeout(timer)
  }, [])

  switch (stage.at) {
    case 'start':
      return (
        <div className="grid grid-cols-1 gap-4">
          {card}
          <Button block icon={<LogIn aria-hidden size={19} />} onClick={() => void start()}>
            <Trans>Log in with this wallet</Trans>
          </Button>
          {children}
        </div>
      )
    case 'newcomer':
      return (
        <Suspense fallback={<Skeleton shape="box" height={320} />}>
          <NewcomerForm onSubmit={(answers) => answer(stage.signed, answers)} onBack={stop} />
        </Suspense>
      )
    case 'code':
      return (
        <Suspense fallback={<Skeleton shape="box" height={200} />}>
          <LoginCodeForm
            onSubmit={({ code }) => answer(stage.signed, { ...stage.answers, code })}
            onBack={stop}
          />
        </Suspense>
      )
    case 'signing':
    case 'checking':
    case 'failed': {
      const isWaiting = stage.at !== 'failed'
      const titles = {
        signing: t`Sign in your wallet`,
        checking: t`Checking the signature`,
        failed: t`Log in with ${named}`,
      }
      return (
        <div className="grid grid-cols-1 gap-5">
          <WalletWait
            ring={
              <WaitingRing state={isWaiting ? 'waiting' : 'idle'}>
                <WalletMark src={icon} name={name} size={72} />
              </WaitingRing>
            }
            title={titles[stage.at]}
          >
            {stage.at === 'signing' ? (
              <Trans>A message is waiting in {label}. Signing it is free and moves no money.</Trans>
            ) : stage.at === 'checking' ? (
              <Trans>You have signed. There is nothing left to do in {label}.</Trans>
            ) : null}
          </WalletWait>
          <WalletOutcome attempt={outcomeOf(stage.at === 'failed' ? stage.error : undefined)} />
          <div className="flex flex-wrap gap-2.5">
            <Button variant="secondary" className="flex-1" onClick={stop}>
              {isWaiting ? <Trans>Cancel</Trans> : <Trans>Not now</Trans>}
            </Button>
            {isWaiting ? null : (
              <Button
                className="flex-1"
                icon={<RotateCw aria-hidden size={19} />}
                onClick={() => void start()}
              >
                <Trans>Try again</Trans>
              </Button>
            )}
          </div>
          {stage.at === 'signing' ? (
            <Text size={3} tone="subtle" className="text-center">
              <Trans>The message must show this site’s address. If it does not, do not sign it.</Trans>
            </Text>
          ) : null}
        </div>
      )
    }
  }
}
