import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { fullChainName } from '#lib/coin-place.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { buttonClass } from '#ui/button-class.ts'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { useLineAmount } from './use-line-amount.ts'
import { useTransactionWords } from './use-transaction-words.ts'

interface LineSheetProps {
  lines: readonly Transaction[]
  /** Id of the open line. */
  open: string | undefined
}

export function LineSheet({ lines, open }: LineSheetProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const router = useRouter()
  const words = useTransactionWords()
  const isPractice = useIsPractice()
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(open)
  if (open !== undefined && open !== shown) setShown(open)
  const line = lines.find(({ id }) => id === shown)
  const title = line ? words(line).title : t`Money history`
  const close = () => {
    if (router.state.location.state.openedPanel) router.history.back()
    else {
      const search = (old: object) => ({ ...old, line: undefined })
      void navigate({ to: '/history', search, replace: true, resetScroll: false })
    }
  }
  return (
    <Overlay
      open={open !== undefined}
      onClose={close}
      placement="bottom"
      title={title}
      header={<OverlayTitle title={title} isPractice={isPractice} />}
    >
      {line ? (
        <LineDetails line={line} />
      ) : (
        <EmptyState
          level={3}
          icon={<SearchX aria-hidden size={26} />}
          title={t`This entry is not in the list`}
          detail={<Trans>Remove the filters, or scroll further down.</Trans>}
        />
      )}
    </Overlay>
  )
}

/** With a link to the chain's explorer. */
function LineDetails({ line }: { line: Transaction }) {
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
