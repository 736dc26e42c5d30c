import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { BetActions } from './BetActions.tsx'
import { BetCalculation } from '#features/play/fairness/BetCalculation.tsx'
import { BetInputs } from '#features/play/fairness/BetInputs.tsx'
import { BetSigned } from './BetSigned.tsx'
import { BetMoment } from './BetMoment.tsx'
import { HistoryLink } from './HistoryLink.tsx'
import { BetVerification } from '#features/play/fairness/BetVerification.tsx'
import { checkBet } from '#features/play/check-bet.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { verifyCommand } from './verify-command.ts'

export function BetDetails({ bet }: { bet: SettledBet }) {
  const { t } = useLingui()
  const check = useMemo(() => checkBet(bet), [bet])
  return (
    <div className="grid grid-cols-1 gap-5">
      <BetSummary bet={bet} />
      <BetVerification bet={bet} check={check} />
      <BetSigned bet={bet} />
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
      <HistoryLink bet={bet} />
    </div>
  )
}

function BetSummary({ bet }: { bet: SettledBet }) {
  const { t } = useLingui()
  const { coins, multiplier, result } = usePlayFormat()
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <BetMoment bet={bet} />
      <DefinitionList
        facts={[
          { term: t`Result`, value: <span className="wrap-anywhere">{result(bet)}</span> },
          { term: bet.isFree ? t`Stake, paid by Koi` : t`Stake`, value: coins(bet.stake, bet) },
          { term: t`Multiplier`, value: multiplier(bet.multiplier) },
          { term: t`Payout`, value: coins(bet.payout, bet) },
        ]}
      />
    </div>
  )
}
