import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayGame } from '#rules/games.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { betNumber } from '#features/play/bet-number.ts'
import { useAnnouncement } from './use-announcement.tsx'

/** Auto-play announces one result in ten, */
const AUTO_EVERY = 10
/** and no result so soon after another: nobody can listen to six results a second. */
const AUTO_PAUSE_MS = 2_500

interface PlayAnnouncerProps<G extends PlayGame> {
  play: Play<G>
  describe: (bet: SettledBet<G>) => string
}

/** Says each result once, politely, when it is on screen. */
export function PlayAnnouncer<G extends PlayGame>({ play, describe }: PlayAnnouncerProps<G>) {
  const { t } = useLingui()
  const { coins } = usePlayFormat()
  const [region, say] = useAnnouncement()
  const sayResult = useEffectEvent((bet: SettledBet<G>) => {
    const balance = play.engine.balance.get()
    if (!balance) return
    const number = betNumber(bet.seeds.nonce)
    const result = describe(bet)
    const net = bet.isFree ? bet.payout : bet.payout - bet.stake
    const sum = coins(net < 0n ? -net : net, balance)
    // The number makes two equal results two announcements.
    say(
      net > 0n
        ? t`Bet ${number}: ${result}. You won ${sum}.`
        : net < 0n
          ? t`Bet ${number}: ${result}. You lost ${sum}.`
          : bet.isFree
            ? t`Bet ${number}: ${result}. Nothing won, and nothing of yours lost.`
            : t`Bet ${number}: ${result}. Your bet came back.`,
    )
  })
  useEffect(() => {
    let last = play.stage.get().shown
    let spokenAt = -Infinity
    return play.stage.subscribe(() => {
      const { shown } = play.stage.get()
      if (!shown || shown === last) return
      last = shown
      const now = performance.now()
      const nth = play.autoPlayBet()
      if (nth !== undefined && (nth % AUTO_EVERY !== 0 || now - spokenAt < AUTO_PAUSE_MS)) return
      spokenAt = now
      // The frame of the result comes first: speech does not hold it up.
      afterPaint(() => sayResult(shown))
    })
  }, [play])
  return region
}
