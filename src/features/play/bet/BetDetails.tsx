import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, History } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'
import { BetActions } from './BetActions.tsx'
import { BetCalculation } from '#features/play/fairness/BetCalculation.tsx'
import { BetInputs } from '#features/play/fairness/BetInputs.tsx'
import { BetSummary } from './BetSummary.tsx'
import { BetVerification } from '#features/play/fairness/BetVerification.tsx'
import { checkBet } from '#features/play/check-bet.ts'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { ReceiptOfBet } from '#features/play/receipts/ReceiptOfBet.tsx'
import { verifyCommand } from './verify-command.ts'

const SealOfBet = lazy(() =>
  import('#features/play/receipts/SealOfBet.tsx').then((module) => ({ default: module.SealOfBet })),
)

/** All there is to know about one bet. */
export function BetDetails({ bet }: { bet: SettledBet }) {
  const { t } = useLingui()
  const { symbol } = bet
  const { receipts } = usePlayGiven()
  const check = useMemo(() => checkBet(bet), [bet])
  return (
    <div className="grid grid-cols-1 gap-5">
      <BetSummary bet={bet} />
      <BetVerification bet={bet} check={check} />
      {receipts ? (
        <>
          <ReceiptOfBet bet={bet} receipts={receipts} />
          <Suspense>
            <SealOfBet id={bet.id} />
          </Suspense>
        </>
      ) : null}
      <BetInputs seeds={bet.seeds} />
      {check ? (
        <>
          <BetCalculation bet={bet} check={check} />
          <section className="grid grid-cols-1 gap-2">
            <Heading level={3} size="card">
              <Trans>Check it without Koi's app</Trans>
            </Heading>
            <Text size={3} tone="muted">
              <Trans>Run this line in a copy of Koi's source code to work out the result again.</Trans>
            </Text>
            <CopyableCode text={verifyCommand(bet)} copyLabel={t`Copy command`} copied={t`Command copied`} />
          </section>
        </>
      ) : null}
      <BetActions bet={bet} />
      <Link to="/history" search={{ coin: bet.coin }} replace className={listRowClass()}>
        <ListRowContent
          icon={<History aria-hidden size={21} />}
          title={<Trans>Full history</Trans>}
          subtitle={
            bet.isDemo ? (
              <Trans>Every demo bet made on this device</Trans>
            ) : (
              <Trans>Every bet made with {symbol}</Trans>
            )
          }
          trailing={<ChevronRight aria-hidden size={18} />}
        />
      </Link>
    </div>
  )
}
