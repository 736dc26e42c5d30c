import { Trans, useLingui } from '@lingui/react/macro'
import { SkipForward, WifiOff } from 'lucide-react'
import { connection } from '#api/connection.ts'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { coinSymbol } from '#contract/values.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import { useFormat } from '#i18n/use-format.ts'
import { parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { useStore } from '#lib/use-store.ts'
import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Note } from '#ui/Note.tsx'
import { latestTurn } from './latest-turn.ts'
import { TurnResult } from './TurnResult.tsx'
import { useTurn } from './use-turn.ts'
import { WheelFilling } from './WheelFilling.tsx'
import { WheelPanel } from './WheelPanel.tsx'
import { WheelWorth } from './WheelWorth.tsx'

/** Finer than any coin. */
const SCALE = 8

export function PlayerWheel({ wheel }: { wheel: GiftWheel }) {
  const { i18n } = useLingui()
  const { moment } = useFormat()
  const { balance } = usePlayEngine()
  const decimals = useStore(balance)?.decimals
  const isOffline = useStore(connection) === 'offline'
  const { isAsking, moving, shown, failure, turn, skip } = useTurn()
  const latest = latestTurn(wheel, shown)
  const result = !moving && latest?.isOfToday ? latest : undefined
  const symbol = coinSymbol(wheel.coin)
  const gathered = parseDecimal(wheel.pot) ?? ZERO
  const stake = result ? (parseDecimal(result.stake) ?? ZERO) : gathered
  const isReady = wheel.isReady && !result
  const next = wheel.nextAt === null ? undefined : moment(new Date(wheel.nextAt))
  return (
    <WheelPanel
      part={moving?.outcome ?? latest?.part ?? 0}
      isTurning={moving !== undefined}
      landed={result && GIFT_WHEEL_PARTS[result.part]}
      pot={
        isReady || moving || result
          ? { units: unitsAt(stake, SCALE), decimals: SCALE, symbol }
          : undefined
      }
      trailing={
        result && next !== undefined ? <Trans>Next turn: {next}</Trans> : isReady ? <Trans>One turn a day</Trans> : null
      }
    >
      {moving ? (
        <>
          <WheelWorth wheel={wheel} />
          <Button
            variant="secondary"
            block
            icon={<SkipForward aria-hidden size={20} />}
            onClick={skip}
            data-testid="gift-wheel-skip"
          >
            <Trans>Show the result</Trans>
          </Button>
        </>
      ) : result ? (
        <TurnResult turn={result} symbol={symbol} bet={shown?.id === result.bet ? shown : undefined} gathered={wheel.pot} />
      ) : isReady ? (
        <>
          <WheelWorth wheel={wheel} />
          <Button
            block
            loading={isAsking}
            aria-disabled={isOffline || decimals === undefined || undefined}
            onClick={() => {
              if (!isOffline && decimals !== undefined) void turn(unitsAt(stake, SCALE) / 10n ** BigInt(SCALE - decimals))
            }}
          >
            <Trans>Turn the wheel</Trans>
          </Button>
          {isOffline ? (
            <Note icon={<WifiOff aria-hidden size={16} />}>
              <Trans>You are offline. What has gathered stays; turn the wheel once you are connected.</Trans>
            </Note>
          ) : null}
          <FormError>{failure && i18n._(failure)}</FormError>
        </>
      ) : (
        <WheelFilling wheel={wheel} />
      )}
    </WheelPanel>
  )
}
