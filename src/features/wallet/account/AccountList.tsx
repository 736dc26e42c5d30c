import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '#ui/Badge.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Text } from '#ui/Text.tsx'
import { WalletAvatar } from '#ui/WalletAvatar.tsx'
import { shortAddress } from '#ui/short-address.ts'

interface AccountListProps {
  accounts: readonly string[]
  current: string
}

/** The accounts the wallet lets this site see. Which one is used is chosen in the wallet. */
export function AccountList({ accounts, current }: AccountListProps) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <ul aria-label={t`Accounts of this wallet`}>
        {accounts.map((account) => (
          <li key={account}>
            <ListRow
              variant="plain"
              icon={<WalletAvatar address={account} avatar={null} size={34} />}
              iconTone="none"
              title={
                <span className="num" translate="no">
                  {shortAddress(account)}
                </span>
              }
              trailing={
                account === current ? (
                  <Badge tone="jade">
                    <Trans context="wallet account">In use</Trans>
                  </Badge>
                ) : undefined
              }
            />
          </li>
        ))}
      </ul>
      <Text size={3} tone="subtle">
        <Trans>To use another account, switch to it in your wallet. Koi then uses it too.</Trans>
      </Text>
    </div>
  )
}
