import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import type { Chain } from '#contract/config.ts'
import { chooseChain } from '#features/wallet/connection/chosen-chain.ts'
import { switchToChain } from '#features/wallet/connection/wallet.actions.ts'
import { connectionOf, walletState } from '#features/wallet/connection/wallet.state.ts'
import { WalletOutcome, outcomeOf } from '#features/wallet/modal/WalletOutcome.tsx'
import { goBack, showView } from '#features/wallet/modal/wallet-modal.actions.ts'
import { useAction } from '#lib/use-action.ts'
import { configQuery } from '#queries/config.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Badge } from '#ui/Badge.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { Text } from '#ui/Text.tsx'
import { CoinMark } from '#ui/art/CoinMark.tsx'

/** The networks of this server: a connected wallet switches; otherwise the choice applies to the next wallet. */
export function NetworkView() {
  const { t } = useLingui()
  const query = useQuery(configQuery)
  const connection = connectionOf(useSnapshot(walletState).session)
  const switching = useAction({
    run: (chain: Chain) => switchToChain(chain),
    onSuccess: () => goBack(),
  })
  const choose = (chain: Chain) => {
    if (connection === null) {
      chooseChain(chain.id)
      showView({ name: 'connect' })
    } else if (chain.id === connection.chainId) goBack()
    else switching.run(chain)
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Text tone="muted" size={3}>
        {connection === null ? (
          <Trans>Choose where your coins are. You can switch later.</Trans>
        ) : (
          <Trans>Your wallet asks you to confirm the switch.</Trans>
        )}
      </Text>
      <AnswerGate query={query}>
        {({ chains }) => (
          <ul className="grid gap-2.5">
            {chains.map((chain) => (
              <li key={chain.id}>
                <ListRow
                  icon={<CoinMark symbol={chain.currency.symbol} size={40} />}
                  iconTone="none"
                  title={chain.name}
                  subtitle={chain.testnet ? t`Test network` : chain.currency.symbol}
                  trailing={
                    switching.input?.id === chain.id ? (
                      <Spinner size={20} label={t`Waiting for the wallet`} />
                    ) : connection?.chainId === chain.id ? (
                      <Badge tone="jade">
                        <Trans>Now</Trans>
                      </Badge>
                    ) : undefined
                  }
                  chevron
                  data-focus-key={String(chain.id)}
                  onClick={() => choose(chain)}
                />
              </li>
            ))}
          </ul>
        )}
      </AnswerGate>
      <WalletOutcome attempt={outcomeOf(switching.error)} />
    </div>
  )
}
