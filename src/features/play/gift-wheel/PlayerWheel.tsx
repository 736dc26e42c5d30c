import { Trans, useLingui } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { connection } from '#api/connection.ts'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { coinSymbol } from '#contract/values.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { useAnnouncement } from '#features/play/screen/use-announcement.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useOpenBet } from '#features/play/use-play-sheet.ts'
import { useFormat } from '#i18n/use-format.ts'
import { parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { useStore } from '#lib/use-store.ts'
import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { latestTurn } from './latest-turn.ts'
import { TurnResult } from './TurnResult.tsx'
import { useTurn } from './use-turn.ts'
import { WheelFilling } from './WheelFilling.tsx'
import { WheelPanel } from './WheelPanel.tsx'
import { WheelWorth } from './WheelWorth.tsx'

/** While those of the coin are not known: as fine as any. */
const MOST_DECIMALS = 8

export function PlayerWheel({ wheel }: { wheel: GiftWheel }) {
  const { t, i18n } = useLingui()
  const { decimal, moment, percent } = useFormat()
  const { coins, multiplier } = usePlayFormat()
  const open = useOpenBet()
  const balance = useStore(usePlayEngine().balance)
  const isOffline = useStore(connection) === 'offline'
  const [region, say] = useAnnouncement()
  const { isAsking, moving, shown, failure, turn, skip } = useTurn()
  const sayResult = useEffectEvent((bet: SettledBet<'gift-wheel'>) => {
    const times = multiplier(bet.multiplier)
    const sum = coins(bet.payout, bet)
    say(t`The wheel stands at ${times}. You got ${sum}.`)
  })
  useEffect(() => {
    if (shown) sayResult(shown)
  }, [shown])

  const latest = latestTurn(wheel, shown)
  const result = !moving && latest?.isOfToday ? latest : undefined
  const isReady = wheel.isReady && !result
  const symbol = coinSymbol(wheel.coin)
  const decimals = balance?.decimals ?? MOST_DECIMALS
  const unitsOf = (amount: string) => unitsAt(parseDecimal(amount) ?? ZERO, decimals)
  const units = unitsOf(result ? result.stake : wheel.pot)
  const next = wheel.nextAt === null ? undefined : moment(new Date(wheel.nextAt))
  const share = percent(wheel.shareBps)
  const edge = `$${decimal(wheel.edgeUsd)}`
  const gathered = `${decimal(wheel.pot)} ${symbol}`
  const isHeld = !moving && !result && (isOffline || !balance)
  const act = () => {
    if (moving) skip()
    else if (result) open(result.bet)
    else if (!isHeld) void turn(units)
  }
  const button = (label: ReactNode) => (
    <Button
      key="act"
      block
      variant={moving || result ? 'secondary' : 'primary'}
      loading={isAsking}
      aria-disabled={isHeld || undefined}
      onClick={act}
      data-testid="gift-wheel-act"
    >
      {label}
    </Button>
  )
  return (
    <WheelPanel
      part={moving?.outcome ?? latest?.part ?? 0}
      isTurning={moving !== undefined}
      landed={result && GIFT_WHEEL_PARTS[result.part]}
      pot={moving || result || isReady ? { units, decimals, symbol } : undefined}
      trailing={
        result && next !== undefined ? (
          <Trans>Next turn: {next}</Trans>
        ) : isReady ? (
          <Trans>One turn a day</Trans>
        ) : null
      }
      beside={
        moving || isReady ? (
          <WheelWorth wheel={wheel} />
        ) : result ? (
          <TurnResult turn={result} symbol={symbol} bet={shown?.id === result.bet ? shown : undefined} />
        ) : undefined
      }
    >
      {moving || result || isReady ? null : <WheelFilling wheel={wheel} />}
      {moving
        ? button(<Trans>Show the result</Trans>)
        : result
          ? button(<Trans>See how it was drawn</Trans>)
          : isReady
            ? button(<Trans>Turn the wheel</Trans>)
            : null}
      {isReady ? (
        <Text size={3} tone="muted">
          <Trans>
            {share} of {edge}, the house edge of your bets since the last turn
          </Trans>
        </Text>
      ) : null}
      {isReady && isOffline ? (
        <Note icon={<WifiOff aria-hidden size={16} />}>
          <Trans>What has gathered stays; turn the wheel once you are connected.</Trans>
        </Note>
      ) : null}
      {result && unitsOf(wheel.pot) > 0n && wheel.last?.bet === result.bet ? (
        <Text size={3} tone="muted">
          <Trans>For the next turn {gathered} has gathered.</Trans>
        </Text>
      ) : null}
      <FormError>{isReady && failure ? i18n._(failure) : undefined}</FormError>
      {region}
    </WheelPanel>
  )
}
