import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { fullChainName } from '#lib/coin-place.ts'
import { configQuery } from '#queries/config.queries.ts'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import { useLineAmount } from './use-line-amount.ts'
import { useTransactionWords } from './use-transaction-words.ts'

/** Figures of one line, its transaction with the way to the chain's explorer, and what can be done. */
export function LineDetails({ line }: { line: Transaction }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { signed, withCoin } = useLineAmount()
  const { data: config } = useQuery(configQuery)
  const { state } = useTransactionWords()(line)
  const at = moment(new Date(line.at))
  const facts: Fact[] = state === '' ? [] : [{ term: t`Status`, value: state }]
  if (line.group === 'deposit' || line.group === 'withdrawal') {
    facts.push({ term: t`Network`, value: fullChainName(line.chain, config?.chains) })
  }
  if (line.group === 'withdrawal' && line.coin !== null) {
    facts.push({ term: t`Fee`, value: withCoin(line.fee, line.coin) })
    facts.push({ term: t`Arrives`, value: withCoin(line.receives, line.coin) })
  }
  if (line.group === 'deposit' && line.credited) {
    facts.push({ term: t`Credited`, value: withCoin(line.credited.amount, line.credited.coin) })
  }
  facts.push({ term: t`When`, value: at })
  if (line.group === 'deposit' || line.group === 'withdrawal') {
    const { address, txId, explorerUrl, settledAt } = line
    const ended = settledAt === null ? at : moment(new Date(settledAt))
    if (ended !== at) facts.push({ term: t`Completed`, value: ended })
    facts.push({ term: t`Address`, value: <Code>{address}</Code>, isLong: true })
    if (txId !== null) {
      const value =
        explorerUrl === null ? (
          <Code>{txId}</Code>
        ) : (
          <a href={explorerUrl} target="_blank" rel="noreferrer" className={textLinkClass}>
            <Code>{txId}</Code>
          </a>
        )
      facts.push({ term: t`Transaction`, value, isLong: true })
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Text size={7} weight={800} num translate="no">
        {signed(line)}
      </Text>
      <DefinitionList facts={facts} />
      {line.group === 'withdrawal' ? (
        <Link
          to="/withdraw"
          search={{ id: line.withdrawal }}
          className={buttonClass({ variant: 'secondary', block: true })}
        >
          <Trans>Follow this withdrawal</Trans>
        </Link>
      ) : null}
    </div>
  )
}

const Code = ({ children }: { children: string }) => (
  <span className="block break-all text-balance select-all" translate="no">
    {children}
  </span>
)
