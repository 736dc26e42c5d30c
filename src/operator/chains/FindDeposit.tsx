import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findArrival, type Arrival } from '#contract/operator/chains.ts'
import { Code } from '#operator/parts/Code.tsx'
import { Facts } from '#operator/parts/Facts.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { useArrivalStates } from './use-arrival-columns.tsx'

/** As the contract reads it. */
const SEARCHABLE = /^(?:0x)?[0-9A-Za-z]{20,100}$/

/** Where a player's deposit is that they miss. */
export function FindDeposit() {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const query = useQuery({
    ...operatorQuery(findArrival, { query: { search: asked } }),
    enabled: asked !== '',
  })
  const find = () => {
    const search = typed.trim()
    const fits = SEARCHABLE.test(search)
    setIsWrong(!fits)
    if (!fits) return
    if (search === asked) void query.refetch()
    else setAsked(search)
  }
  return (
    <Panel title={t`Find a lost deposit`}>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          className="flex-1 basis-60 min-w-0 max-w-160"
          compact
          label={t`Transaction or address`}
          value={typed}
          onChange={setTyped}
          onSubmit={find}
          onClear={() => setAsked('')}
          maxLength={120}
        />
        <Button size="sm" loading={query.isFetching} onClick={find}>
          <Trans>Find</Trans>
        </Button>
      </div>
      <FormError>
        {isWrong
          ? t`This is no transaction and no address. Copy the whole of it from the player or an explorer.`
          : undefined}
      </FormError>
      {asked === '' ? (
        <Text size={3} tone="muted">
          <Trans>All chains are searched: for what is credited, and for what is not.</Trans>
        </Text>
      ) : (
        <PageGate query={query} rows={2}>
          {(arrivals) =>
            arrivals.length === 0 ? (
              <Text role="status">
                <Trans>Nothing is known of it on any chain.</Trans>
              </Text>
            ) : (
              <ul className="grid gap-4">
                {arrivals.map((arrival) => (
                  <li key={`${arrival.chain} ${arrival.txId} ${arrival.to}`}>
                    <Found arrival={arrival} />
                  </li>
                ))}
              </ul>
            )
          }
        </PageGate>
      )}
    </Panel>
  )
}

function Found({ arrival }: { arrival: Arrival }) {
  const { t } = useLingui()
  const { coin: coinText } = useConsoleFormat()
  const states = useArrivalStates()
  const { at, coin, amount, from, to, uid } = arrival
  return (
    <div className="grid gap-2.5" role="status">
      <Text weight={650}>{arrival.advice}</Text>
      <Facts
        facts={[
          { term: t`State`, value: states[arrival.state] },
          { term: t`Chain`, value: arrival.chain },
          { term: t`Amount`, value: amount === null ? '—' : coin === null ? amount : coinText(amount, coin) },
          { term: t`Time`, value: at === null ? '—' : <Moment at={at} /> },
          {
            term: t`Player`,
            value:
              uid === null ? (
                '—'
              ) : (
                <PageLink to={`/players/${uid}`} className={textLinkClass}>{`${uid}`}</PageLink>
              ),
          },
          { term: t`From`, value: from === null ? '—' : <Code text={from} isShort /> },
          { term: t`To address`, value: to === null ? '—' : <Code text={to} isShort /> },
          { term: t`Transaction`, value: <Code text={arrival.txId} isShort /> },
        ]}
      />
    </div>
  )
}
