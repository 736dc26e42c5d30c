import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useFormat } from '#i18n/use-format.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Note } from '#ui/Note.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { Stat } from '#ui/Stat.tsx'
import { CoinSheets } from './CoinSheets.tsx'
import { FiguresAge } from './FiguresAge.tsx'
import { GameReturns } from './GameReturns.tsx'
import { DailySeals } from './seals/DailySeals.tsx'
import { LedgerVerdict } from './LedgerVerdict.tsx'
import { Reserves } from './Reserves.tsx'
import { transparencyQuery } from './transparency.queries.ts'

/** What players are owed, what the house holds and what each game has paid back. */
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
    >
      <AnswerGate query={query}>
        {({ at, ledger, owedUsd, heldUsd, coins, games, reserves }) => (
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
            <CoinSheets coins={coins} />
            <FiguresAge at={new Date(at)} />
          </>
        )}
      </AnswerGate>
      <DailySeals />
    </PageFrame>
  )
}

/** Both sides in one currency, because a deposit in one coin may be owed in another. */
function UsdTotals({ owedUsd, heldUsd }: { owedUsd: string; heldUsd: string }) {
  const { usd } = useFormat()
  return (
    <div className="grid gap-2.5 sm:grid-cols-2">
      <Stat label={<Trans>Owed to players</Trans>} value={usd(owedUsd)} />
      <Stat label={<Trans>Held by the house</Trans>} value={usd(heldUsd)} />
    </div>
  )
}
