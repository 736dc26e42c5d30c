import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import type { Chain } from '#contract/config.ts'
import type { WalletConnection } from '#features/wallet/connection/wallet.state.ts'
import { walletProfileQuery } from '#features/wallet/explorer/wallets.queries.ts'
import { useFormat } from '#i18n/use-format.ts'
import { cutUnits } from '#lib/decimal.ts'
import { PRACTICE_WALLET_ID } from '#lib/practice-wallet-id.ts'
import { configQuery } from '#queries/config.queries.ts'
import { walletBalanceQuery } from '#queries/wallet-balance.queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Name } from '#ui/Name.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { WalletAvatar } from '#ui/WalletAvatar.tsx'
import { WalletMark } from '#ui/WalletMark.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { useCopied } from '#ui/use-copied.ts'

/** Decimals of every EVM chain's own coin, and of deposits in it. */
const OWN_DECIMALS = 18
const SHOWN_DECIMALS = 8

interface WalletCardProps {
  connection: WalletConnection
  /** The wallet's chain, if this server uses it. */
  chain: Chain | undefined
  isReconnecting: boolean
}

export function WalletCard({ connection, chain, isReconnecting }: WalletCardProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { address, chainId, wallet } = connection
  const { state, copy } = useCopied()
  const { data: profile, isFetching } = useQuery({
    ...walletProfileQuery(address, chainId),
    enabled: chain !== undefined,
  })
  const { data: config } = useQuery(configQuery)
  const { data: units } = useQuery({
    ...walletBalanceQuery({ chainId, holder: address, contract: null }),
    // The practice chain only knows practice wallets.
    enabled: chain !== undefined && (wallet.id === PRACTICE_WALLET_ID || config?.mode === 'live'),
  })
  const held =
    units === undefined || units === null
      ? profile?.balance?.amount
      : cutUnits(units, OWN_DECIMALS, SHOWN_DECIMALS)
  const symbol = chain?.currency.symbol ?? ''
  const isLoading = profile === undefined && isFetching
  const short = shortAddress(address)
  return (
    <Card tone="pond" padding="lg" className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-4 min-w-0">
        <WalletAvatar address={address} avatar={profile?.avatar ?? null} size={60} />
        <div className="grid min-w-0">
          <Heading level={3} className="wrap-anywhere" translate="no">
            {profile?.name ? <Name>{profile.name}</Name> : short}
          </Heading>
          <div className="flex items-center gap-1 -mb-2">
            {profile?.name ? (
              <Text as="span" size={3} tone="muted" num translate="no">
                {short}
              </Text>
            ) : (
              <Text as="span" size={3} tone="muted">
                <Name>{wallet.label}</Name>
              </Text>
            )}
            <IconButton label={t`Copy address`} variant="plain" onClick={() => copy(address)}>
              {state === 'copied' ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            </IconButton>
          </div>
        </div>
      </div>
      <span role="status" className="sr-only">
        {state === 'copied' ? t`Address copied` : ''}
      </span>
      {state === 'refused' ? (
        <Text size={3} num className="wrap-anywhere select-all" translate="no">
          {address}
        </Text>
      ) : null}
      {chain ? (
        <div className="flex flex-wrap items-end justify-between gap-2" aria-busy={isLoading}>
          <div className="grid gap-0.5">
            <Text size={2} tone="muted">
              <Trans>Balance</Trans>
            </Text>
            {held !== undefined ? (
              <Text size={7} weight={850} num>
                {`${decimal(held, 0)} ${symbol}`}
              </Text>
            ) : isLoading ? (
              <Text size={7}>
                <Skeleton width={120} />
              </Text>
            ) : (
              <Text size={4}>
                <Trans>Not known</Trans>
              </Text>
            )}
          </div>
          <span className="flex flex-wrap items-center gap-1.5">
            {isReconnecting ? (
              <Badge>
                <Trans>Reconnecting</Trans>
              </Badge>
            ) : null}
            <Badge tone={chain.testnet ? 'gold' : 'jade'}>{chain.name}</Badge>
            <WalletMark src={wallet.icon} name={wallet.label} size={26} />
          </span>
        </div>
      ) : null}
    </Card>
  )
}
