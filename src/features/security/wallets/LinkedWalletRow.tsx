import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { LinkedWallet } from '#contract/account.ts'
import { useFormat } from '#i18n/use-format.ts'
import { configQuery } from '#queries/config.queries.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Name } from '#ui/Name.tsx'
import { WalletAvatar } from '#ui/WalletAvatar.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { shortAddress } from '#ui/short-address.ts'

export function LinkedWalletRow({ wallet }: { wallet: LinkedWallet }) {
  const { t } = useLingui()
  const { date, moment } = useFormat()
  const { data: config } = useQuery(configQuery)
  const { address, chainId, label, linkedAt, lastUsedAt, logsIn } = wallet
  const chain =
    chainId === null ? null : (config?.chains.find(({ id }) => id === chainId)?.name ?? `${chainId}`)
  const short = shortAddress(address)
  const linked = date(new Date(linkedAt))
  const used = lastUsedAt === null ? null : moment(new Date(lastUsedAt))
  return (
    <li>
      <ListRow
        icon={<WalletAvatar address={address} avatar={null} size={42} />}
        iconTone="none"
        title={
          <span className="num wrap-anywhere" translate="no">
            {short}
          </span>
        }
        subtitle={
          <>
            {label ? (
              <>
                <Name>{label}</Name>
                <span>{' · '}</span>
              </>
            ) : null}
            {chain === null ? null : (
              <>
                <Trans>only on {chain}</Trans>
                <span>{' · '}</span>
              </>
            )}
            <Trans>Linked {linked}</Trans>
            <span>{' · '}</span>
            {!logsIn ? (
              <Trans>pays in, does not log in</Trans>
            ) : used === null ? (
              <Trans>never used</Trans>
            ) : (
              <Trans>last used {used}</Trans>
            )}
          </>
        }
        trailing={
          <Link
            to="/security/wallets"
            search={{ remove: address, ...(chainId !== null && { on: chainId }) }}
            state={{ openedPanel: true }}
            resetScroll={false}
            aria-haspopup="dialog"
            aria-label={chain === null ? t`Unlink ${short}` : t`Unlink ${short} on ${chain}`}
            className={iconButtonClass('plain')}
          >
            <Trash2 aria-hidden size={19} />
          </Link>
        }
      />
    </li>
  )
}
