import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, History, ShieldAlert, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'
import { usePlayGiven } from '#features/play/play-context.ts'
import { isGivenBack, type SettledCrashBet } from '#features/play/play-engine.ts'
import { ReceiptOfBet } from '#features/play/receipts/ReceiptOfBet.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { checkCrashBet, type CrashBetCheck } from './check-crash-bet.ts'
import { usePartLines } from './use-part-lines.ts'

const SealOfBet = lazy(() =>
  import('#features/play/receipts/SealOfBet.tsx').then((module) => ({ default: module.SealOfBet })),
)

/** A bet of Crash: its round, what was taken out when, and its proof. */
export function CrashBetDetails({ bet }: { bet: SettledCrashBet }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { coins, hundredths, multiplier } = usePlayFormat()
  const { receipts } = usePlayGiven()
  const lines = usePartLines(bet)
  const { symbol, outcome, params, seeds } = bet
  const { gameHash, salt, round } = seeds
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2.5">
        <div className="flex flex-wrap items-center gap-2.5">
          <Text size={3} tone="muted">
            <time dateTime={new Date(bet.time).toISOString()}>{moment(new Date(bet.time))}</time>
          </Text>
          {bet.isDemo ? (
            <Badge tone="gold">
              <Trans>Demo</Trans>
            </Badge>
          ) : null}
        </div>
        <DefinitionList
          facts={[
            {
              term: t`Crashed at`,
              value:
                bet.endedBy === 'void'
                  ? t`void, stake given back`
                  : outcome === null
                    ? t`not known yet`
                    : `${hundredths(outcome)}×`,
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
      {receipts ? (
        <>
          <ReceiptOfBet bet={bet} receipts={receipts} />
          <Suspense>
            <SealOfBet id={bet.id} />
          </Suspense>
        </>
      ) : null}
      {gameHash === null || salt === null ? null : (
        <section className="grid grid-cols-1 gap-2.5">
          <Heading level={3} size="section">
            {t`Check it elsewhere`}
          </Heading>
          <CopyableCode
            text={`printf '%s\\n' '${JSON.stringify({ game: 'crash', gameHash, salt, outcome: outcome === null ? null : outcome / 100 })}' | npm run -s verify`}
            copyLabel={t`Copy command`}
            copied={t`Command copied`}
          />
        </section>
      )}
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

/** The button that works the bet out again on this device, and what came of it. */
function Verification({ bet }: { bet: SettledCrashBet }) {
  const { t } = useLingui()
  const { receipts } = usePlayGiven()
  const [check, setCheck] = useState<CrashBetCheck>()
  const [isChecking, setIsChecking] = useState(false)
  const verdict = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (check) verdict.current?.focus({ preventScroll: true })
  }, [check])
  const verify = async () => {
    setIsChecking(true)
    // Without an answer the rest can be checked all the same.
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
  if (check.isPoint && check.isPaid && check.isOfChain !== false) {
    return (
      <Callout
        ref={verdict}
        tone="success"
        icon={<ShieldCheck aria-hidden size={32} />}
        title={t`Verified on this device`}
      >
        {check.isOfChain ? (
          <Trans>
            The hash leads to the last hash of the chain that the receipt names. End and payout are right.
          </Trans>
        ) : (
          <Trans>End and payout are right.</Trans>
        )}
      </Callout>
    )
  }
  return (
    <Callout
      ref={verdict}
      tone="danger"
      icon={<ShieldAlert aria-hidden size={32} />}
      title={t`This bet does not match its proof`}
    >
      {check.isOfChain === false ? (
        <Trans>The hash does not belong to the chain that the receipt names. Keep what is shown here.</Trans>
      ) : check.isPoint ? (
        <Trans>The bet should have paid something else. Keep what is shown here.</Trans>
      ) : (
        <Trans>Hash and salt make another end. Keep what is shown here.</Trans>
      )}
    </Callout>
  )
}
