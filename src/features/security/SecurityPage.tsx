import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  DoorOpen,
  Fingerprint,
  KeyRound,
  LifeBuoy,
  ListChecks,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  Wallet,
} from 'lucide-react'
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Security } from '#contract/account.ts'
import { useFormat } from '#i18n/use-format.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Callout } from '#ui/Callout.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent, type ListRowIconTone } from '#ui/ListRowContent.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { securityQuery } from './security.queries.ts'

export function SecurityPage() {
  const query = useQuery(securityQuery)
  return (
    <PageFrame
      title={<Trans>Security</Trans>}
      lead={<Trans>How you log in, and how your account is protected.</Trans>}
    >
      <AnswerGate query={query}>{(security) => <SecurityRows security={security} />}</AnswerGate>
    </PageFrame>
  )
}

function SecurityRows({ security }: { security: Security }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const { email, hasPassword, passwordChangedAt, hasTotp, recoveryCodesLeft, passkeys, wallets } = security
  const changedOn = passwordChangedAt === null ? null : date(new Date(passwordChangedAt))
  const isOneWalletAll = !hasPassword && passkeys.length === 0 && wallets.length === 1
  return (
    <ul className="grid gap-2.5">
      {isOneWalletAll ? (
        <li>
          <Callout
            tone="warning"
            icon={<LifeBuoy aria-hidden size={28} />}
            title={t`A wallet is your only way to log in`}
            action={
              <div className="flex flex-wrap gap-2.5">
                <Link to="/security/email" className={buttonClass({ size: 'sm' })}>
                  <Trans>Add an e-mail address</Trans>
                </Link>
                <Link to="/security/passkeys" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
                  <Trans>Add a passkey</Trans>
                </Link>
              </div>
            }
          >
            <Trans>If you lose the wallet, you lose the account. Add a second way to log in.</Trans>
          </Callout>
        </li>
      ) : null}
      <SecurityRow
        link={linkOptions({ to: '/security/email' })}
        icon={<Mail aria-hidden size={21} />}
        title={t`E-mail address`}
        detail={email ?? t`None yet`}
      />
      <SecurityRow
        link={linkOptions({ to: '/security/password' })}
        icon={<KeyRound aria-hidden size={21} />}
        title={t`Password`}
        detail={hasPassword ? (changedOn === null ? t`Set` : t`Changed on ${changedOn}`) : t`None yet`}
      />
      <SecurityRow
        link={linkOptions({ to: '/security/two-step' })}
        icon={<ShieldCheck aria-hidden size={21} />}
        tone={hasTotp ? 'jade' : 'neutral'}
        title={t`Two-step login`}
        detail={
          hasTotp ? (
            <Plural
              value={recoveryCodesLeft}
              _0="On, no recovery codes left"
              one="On, # recovery code left"
              other="On, # recovery codes left"
            />
          ) : (
            t`Off`
          )
        }
      />
      <SecurityRow
        link={linkOptions({ to: '/security/passkeys' })}
        icon={<Fingerprint aria-hidden size={21} />}
        tone={passkeys.length > 0 ? 'jade' : 'neutral'}
        title={t`Passkeys`}
        detail={<Plural value={passkeys.length} _0="None yet" one="# passkey" other="# passkeys" />}
      />
      <SecurityRow
        link={linkOptions({ to: '/security/wallets' })}
        icon={<Wallet aria-hidden size={21} />}
        tone={wallets.length > 0 ? 'jade' : 'neutral'}
        title={t`Wallets`}
        detail={<Plural value={wallets.length} _0="None yet" one="# wallet" other="# wallets" />}
      />
      <SecurityRow
        link={linkOptions({ to: '/security/addresses' })}
        icon={<ListChecks aria-hidden size={21} />}
        title={t`Withdrawal addresses`}
        detail={t`Where your money may go`}
      />
      <SecurityRow
        link={linkOptions({ to: '/security/sessions' })}
        icon={<MonitorSmartphone aria-hidden size={21} />}
        title={t`Where you are logged in`}
        detail={t`Your devices and the last log-ins`}
      />
      <SecurityRow
        link={linkOptions({ to: '/security/close' })}
        icon={<DoorOpen aria-hidden size={21} />}
        title={t`Close account`}
        detail={t`Delete your account and your data`}
      />
    </ul>
  )
}

interface SecurityRowProps {
  link: Pick<LinkProps, 'to'>
  icon: ReactNode
  tone?: ListRowIconTone
  title: string
  /** Short state text. */
  detail: ReactNode
}

function SecurityRow({ link, icon, tone = 'neutral', title, detail }: SecurityRowProps) {
  return (
    <li>
      <Link {...link} className={listRowClass()}>
        <ListRowContent
          icon={icon}
          iconTone={tone}
          title={title}
          subtitle={<span className="wrap-anywhere">{detail}</span>}
          chevron
        />
      </Link>
    </li>
  )
}
