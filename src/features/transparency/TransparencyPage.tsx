import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp, FlaskConical, ShieldCheck, TriangleAlert } from 'lucide-react'
import { connection } from '#api/connection.ts'
import type { LedgerHealth } from '#contract/health.ts'
import type { TransparencyCoin } from '#contract/transparency.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Callout } from '#ui/Callout.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Note } from '#ui/Note.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { GameReturns } from './GameReturns.tsx'
import { DailySeals } from './seals/DailySeals.tsx'
import { Reserves } from './Reserves.tsx'
import { transparencyQuery } from './transparency.queries.ts'

export function TransparencyPage() {
  const query = useQuery(transparencyQuery)
  const isPractice = useIsPractice()
  return (
    <PageFrame
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <Trans>Transparency</Trans>
          {isPractice ? <PracticeTag /> : null}
        </span>
      }
      lead={
        <Trans>
          Here you see what players are owed, what the house holds, and what each game has paid back. All
          figures come from the ledger. It records every movement of money, and no record is ever changed.
        </Trans>
      }
      aside={
        <>
          {query.data ? (
            <>
              <CoinSheets coins={query.data.coins} />
              <FiguresAge at={new Date(query.data.at)} />
            </>
          ) : null}
          {query.isLoading ? null : <DailySeals />}
        </>
      }
    >
      <AnswerGate query={query}>
        {({ ledger, owedUsd, heldUsd, games, reserves }) => (
          <>
            <LedgerVerdict ledger={ledger} />
            <UsdTotals owedUsd={owedUsd} heldUsd={heldUsd} />
            {isPractice ? (
              <Note icon={<FlaskConical aria-hidden size={16} />}>
                <Trans>
                  This is practice money: the house gives it to new players, so more is owed than came in from
                  the practice chain.
                </Trans>
              </Note>
            ) : null}
            {reserves ? <Reserves reserves={reserves} /> : null}
            <GameReturns games={games} />
          </>
        )}
      </AnswerGate>
    </PageFrame>
  )
}

/** In one currency, because a deposit in one coin may be owed in another. */
function UsdTotals({ owedUsd, heldUsd }: { owedUsd: string; heldUsd: string }) {
  const { usd } = useFormat()
  return (
    <div className="grid gap-2.5 sm:grid-cols-2">
      <Stat label={<Trans>Owed to players</Trans>} value={usd(owedUsd)} />
      <Stat label={<Trans>Held by the house</Trans>} value={usd(heldUsd)} />
    </div>
  )
}

function FiguresAge({ at }: { at: Date }) {
  const { moment } = useFormat()
  const isOffline = useStore(connection) === 'offline'
  const time = moment(at)
  return (
    <Text size={2} tone="subtle">
      {isOffline ? (
        <Trans>You are offline. These are the figures as of {time}.</Trans>
      ) : (
        <Trans>Figures as of {time}, in dollars at the prices of that time.</Trans>
      )}
    </Text>
  )
}

/** The house's books, one sheet for each coin that was ever moved. */
function CoinSheets({ coins }: { coins: readonly TransparencyCoin[] }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  return (
    <section aria-labelledby="coins" className="grid grid-cols-1 gap-4">
      <div className="grid gap-2.5">
        <Heading level={2} size="section" id="coins">
          <Trans>Coin by coin</Trans>
        </Heading>
        <Text size={3} tone="muted">
          {coins.length === 0 ? (
            <Trans>No money has moved yet.</Trans>
          ) : (
            <Trans>
              “Held” is what came in from the chain minus what went out. It equals what players are owed plus
              the house’s own money. The house’s own can be below zero: then it gave away more than it won, or
              players changed other coins into this one.
            </Trans>
          )}
        </Text>
      </div>
      {coins.map(({ coin, symbol, network, owed, received, paidOut, held, house }) => (
        <div key={coin} className="grid gap-2">
          <div className="flex items-center gap-2.5">
            <CoinMark symbol={symbol} size={26} />
            <Heading level={3} size="card">
              {`${symbol} · ${network}`}
            </Heading>
          </div>
          <DefinitionList
            facts={[
              { term: t`Owed, available`, value: decimal(owed.available) },
              { term: t`Owed, locked bonus`, value: decimal(owed.locked) },
              { term: t`Owed, being withdrawn`, value: decimal(owed.pending) },
              { term: t`Came in from the chain`, value: decimal(received) },
              { term: t`Went out to the chain`, value: decimal(paidOut) },
              { term: t`Held`, value: decimal(held) },
              { term: t`The house’s own`, value: decimal(house) },
            ]}
          />
        </div>
      ))}
    </section>
  )
}

/** Result of the server's last check that its ledger adds up. */
function LedgerVerdict({ ledger }: { ledger: LedgerHealth }) {
  const { moment } = useFormat()
  const at = ledger.checkedAt === null ? '' : moment(new Date(ledger.checkedAt))
  switch (ledger.status) {
    case 'sound':
      return (
        <Callout
          tone="success"
          icon={<ShieldCheck aria-hidden size={28} />}
          title={<Trans>The ledger adds up</Trans>}
        >
          <Trans>
            Checked at {at}: every coin adds up to zero, every balance matches its movements, no balance is
            below zero, and every transfer on a chain was recorded exactly once.
          </Trans>
        </Callout>
      )
    case 'alarm':
      return (
        <Callout
          tone="danger"
          icon={<TriangleAlert aria-hidden size={28} />}
          title={<Trans>The ledger does not add up</Trans>}
        >
          <Trans>
            The check at {at} found a mistake, and the operator was told. Do not rely on the figures below
            until it is fixed.
          </Trans>
        </Callout>
      )
    case 'unchecked':
      return (
        <Callout icon={<CircleHelp aria-hidden size={28} />} title={<Trans>Not checked yet</Trans>}>
          <Trans>
            This server has just started and has not added its ledger up yet. Look again in a minute.
          </Trans>
        </Callout>
      )
  }
}
