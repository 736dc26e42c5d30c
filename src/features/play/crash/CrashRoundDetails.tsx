import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CrashRound } from '#contract/crash.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { crashArithmetic } from '#rules/crash/crash.ts'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { calculationClass } from '#ui/play/calculation-class.ts'
import { CalculationStep } from '#features/play/fairness/CalculationStep.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { CrashPlay } from './crash-play.ts'
import { CrashOwnBets } from './CrashOwnBets.tsx'
import { CrashVerification } from './CrashVerification.tsx'

export function CrashRoundDetails({ play, round }: { play: CrashPlay; round: CrashRound }) {
  const { t } = useLingui()
  const { moment, integer, usd } = useFormat()
  const { hundredths } = usePlayFormat()
  const chain = useStore(play.table.chain)
  const { gameHash, salt, beacon, point, startAt, bets, staked, paid } = round
  const [arithmetic] = useState(() =>
    gameHash !== null && salt !== null ? crashArithmetic(gameHash, salt) : undefined,
  )
  const { isShared } = play.table
  const step = arithmetic?.step
  const result = arithmetic ? hundredths(arithmetic.point) : undefined
  return (
    <div className="grid grid-cols-1 gap-5">
      <DefinitionList
        facts={[
          {
            term: t`Crashed at`,
            value:
              point === null ? t`void, all stakes given back` : `${hundredths(Math.round(point * 100))}×`,
          },
          { term: t`Started`, value: startAt === null ? '–' : moment(new Date(startAt)) },
          ...(isShared
            ? [
                { term: t`Bets`, value: integer(bets) },
                { term: t`Staked and paid`, value: `${usd(staked)} · ${usd(paid)}` },
              ]
            : []),
        ]}
      />
      <CrashOwnBets play={play} roundId={round.id} startAt={startAt} />
      {chain && gameHash !== null ? <CrashVerification round={round} chain={chain} /> : null}
      {gameHash === null ? null : (
        <section className="grid grid-cols-1 gap-2.5">
          <Heading level={3} size="section">
            {t`How the end came about`}
          </Heading>
          <ol className={calculationClass.steps}>
            <CalculationStep detail={<code className="wrap-anywhere">{gameHash}</code>}>
              <Trans>The hash of this game. Its SHA-256 is the hash of the game before.</Trans>
            </CalculationStep>
            {salt === null || !arithmetic ? null : (
              <>
                <CalculationStep detail={<code className="wrap-anywhere">{salt}</code>}>
                  {chain?.saltRule === 'device' ? (
                    <Trans>The salt, which this browser made after betting had closed.</Trans>
                  ) : (
                    <Trans>The salt, a public value that did not exist while bets were taken.</Trans>
                  )}
                </CalculationStep>
                <CalculationStep
                  value={step}
                  detail={<code className="wrap-anywhere">{arithmetic.digest}</code>}
                >
                  <Trans>HMAC-SHA256 of both. Its first eight characters are a number n.</Trans>
                </CalculationStep>
                <CalculationStep value={`${result}×`}>
                  <Trans>2³² ÷ (n + 1) × 0.99, cut to two decimals, 1.00 at least.</Trans>
                </CalculationStep>
              </>
            )}
          </ol>
        </section>
      )}
      {gameHash === null || salt === null ? null : (
        <section className="grid grid-cols-1 gap-2.5">
          <Heading level={3} size="section">
            {t`Check it elsewhere`}
          </Heading>
          <CopyableCode
            text={`printf '%s\\n' '${JSON.stringify({
              game: 'crash',
              gameHash,
              salt,
              params: {},
              crashChain: round.chain,
              crashGame: round.game,
              ...(beacon?.signature && { beacon }),
            })}' | npm run -s verify`}
            copyLabel={t`Copy command`}
            copied={t`Command copied`}
          />
        </section>
      )}
    </div>
  )
}
