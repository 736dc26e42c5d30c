import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { BetMoment } from '#features/play/bet/BetMoment.tsx'
import { BetSigned } from '#features/play/bet/BetSigned.tsx'
import { HistoryLink } from '#features/play/bet/HistoryLink.tsx'
import { verifyCommand } from '#features/play/bet/verify-command.ts'
import { Verdict } from '#features/play/fairness/Verdict.tsx'
import { usePlayGiven } from '#features/play/play-context.ts'
import { isGivenBack, type SettledCrashBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { checkCrashBet, type CrashBetCheck } from './check-crash-bet.ts'
import { usePartLines } from './use-part-lines.ts'

export function CrashBetDetails({ bet }: { bet: SettledCrashBet }) {
  const { t } = useLingui()
  const { coins, hundredths, multiplier } = usePlayFormat()
  const lines = usePartLines(bet)
  const { outcome, params, seeds } = bet
  const { gameHash, salt, round } = seeds
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2.5">
        <BetMoment bet={bet} />
        <DefinitionList
          facts={[
            {
              term: t`Crashed at`,
              value:
                outcome !== null
                  ? `${hundredths(outcome)}×`
                  : bet.endedBy === 'void'
                    ? t`void, stake given back`
                    : t`not known yet`,
            },
            { term: t`Stake`, value: coins(bet.stake, bet) },
            ...(params.target === null
              ? []
              : [{ term: t`Auto cash-out`, value: `${hundredths(params.target)}×` }]),
            ...(isGivenBack(bet) ? [] : [{ term: t`Multiplier`, value: multiplier(bet.multiplier) }]),
            { term: isGivenBack(bet) ? t`Given back` : t`Payout`, value: coins(bet.payout, bet) },
            { term: t`Round`, value: round },
          ]}
        />
        {lines.map((line) => (
          <Text key={line} size={3} tone="muted" num>
            {line}
          </Text>
        ))}
      </div>
      {gameHash === null ? null : <Verification bet={bet} />}
      <BetSigned bet={bet} />
      {gameHash === null || salt === null ? null : (
        <section className="grid grid-cols-1 gap-2.5">
          <Heading level={3} size="section">
            {t`Check it elsewhere`}
          </Heading>
          <CopyableCode text={verifyCommand(bet)} copyLabel={t`Copy command`} copied={t`Command copied`} />
        </section>
      )}
      <HistoryLink bet={bet} />
    </div>
  )
}

function Verification({ bet }: { bet: SettledCrashBet }) {
  const { t } = useLingui()
  const { receipts } = usePlayGiven()
  const [check, setCheck] = useState<CrashBetCheck>()
  const [isChecking, setIsChecking] = useState(false)
  const verify = async () => {
    setIsChecking(true)
    // The rest can be checked without receipts.
    const signed = (await receipts?.look(bet).catch(() => undefined))?.receipts ?? []
    setCheck(await checkCrashBet(bet, signed))
    setIsChecking(false)
  }
  if (!check) {
    return (
      <Button
        block
        loading={isChecking}
        data-testid="verify-crash-bet"
        icon={<ShieldCheck aria-hidden size={20} />}
        onClick={() => void verify()}
      >
        <Trans>Verify</Trans>
      </Button>
    )
  }
  const isRight = check.isPoint && check.isPaid && check.isOfChain !== false
  return (
    <Verdict isRight={isRight} faultTitle={t`This bet does not match its proof`}>
      {isRight ? (
        check.isOfChain ? (
          <Trans>
            The hash leads to the last hash of the chain that the receipt names. End and payout are right.
          </Trans>
        ) : (
          <Trans>End and payout are right.</Trans>
        )
      ) : check.isOfChain === false ? (
        <Trans>The hash does not belong to the chain that the receipt names. Keep what is shown here.</Trans>
      ) : check.isPoint ? (
        <Trans>The bet should have paid something else. Keep what is shown here.</Trans>
      ) : (
        <Trans>Hash and salt make another end. Keep what is shown here.</Trans>
      )}
    </Verdict>
  )
}
