import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { buttonClass } from '#ui/button-class.ts'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { useLineAmount } from './use-line-amount.ts'
import { useTransactionWords } from './use-transaction-words.ts'

/** Figures of one line, its transaction with the way to the chain's explorer, and what can be done. */
export function LineDetails({ line }: { line: Transaction }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { signed, withCoin } = useLineAmount()
  const { state } = useTransactionWords()(line)
  const isOnChain = line.group === 'deposit' || line.group === 'withdrawal'
  const facts: Fact[] = [
    ...(state === '' ? [] : [{ term: t`Status`, value: state }]),
    { term: t`When`, value: moment(new Date(line.at)) },
  ]
  if (line.group === 'withdrawal' && line.coin !== null) {
    facts.push({ term: t`Fee`, value: withCoin(line.fee, line.coin) })
  }
  if (line.group === 'deposit' && line.credited) {
    facts.push({ term: t`Credited`, value: withCoin(line.credited.amount, line.credited.coin) })
  }
  if (isOnChain) {
    facts.push({ term: t`Address`, value: <Code>{line.address}</Code> })
    if (line.txId !== null) facts.push({ term: t`Transaction`, value: <Chain line={line} /> })
    if (line.settledAt !== null) facts.push({ term: t`Ended`, value: moment(new Date(line.settledAt)) })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Text size={7} weight={800} num>
        {signed(line)}
      </Text>
      <DefinitionList facts={facts} />
      {line.group === 'withdrawal' ? (
        <Link
          to="/withdraw"
          search={{ id: line.withdrawal }}
          className={buttonClass({ variant: 'secondary', block: true })}
        >
          <Trans>Stages of this withdrawal</Trans>
        </Link>
      ) : null}
    </div>
  )
}

const Code = ({ children }: { children: string }) => (
  <span className="wrap-anywhere select-all" translate="no">
    {children}
  </span>
)

function Chain({ line }: { line: Extract<Transaction, { group: 'deposit' | 'withdrawal' }> }) {
  const { txId, explorerUrl } = line
  if (txId === null) return null
  if (explorerUrl === null) return <Code>{txId}</Code>
  return (
    <a href={explorerUrl} target="_blank" rel="noreferrer" className={textLinkClass} translate="no">
      {shortAddress(txId)}
    </a>
  )
}
