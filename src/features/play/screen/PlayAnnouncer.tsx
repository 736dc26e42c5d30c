import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayGame } from '#rules/games.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { betNumber } from '#features/play/bet-number.ts'

/** Of auto-play one result in so many is said, */
const AUTO_EVERY = 10
/** and none so soon after another: nobody can listen to six results a second. */
const AUTO_PAUSE_MS = 2_500

interface PlayAnnouncerProps<G extends PlayGame> {
  play: Play<G>
  describe: (bet: SettledBet<G>) => string
}

/** Says each result once, politely, when it is on screen. */
export function PlayAnnouncer<G extends PlayGame>({ play, describe }: PlayAnnouncerProps<G>) {
  const { t } = useLingui()
  const { coins } = usePlayFormat()
  const region = useRef<HTMLParagraphElement>(null)
  const speak = (bet: SettledBet<G>) => {
    const balance = play.engine.balance.get()
    if (!balance) return
    const number = betNumber(bet.seeds.nonce)
    const result = describe(bet)
    const net = bet.payout - bet.stake
    const sum = coins(net < 0n ? -net : net, balance)
    // The number makes two equal results two announcements. Written without a render: every bet does it.
    if (!region.current) return
    region.current.textContent =
      net > 0n
        ? t`Bet ${number}: ${result}. You won ${sum}.`
        : net < 0n
          ? t`Bet ${number}: ${result}. You lost ${sum}.`
          : t`Bet ${number}: ${result}. Your bet came back.`
  }
  const latest = useRef(speak)
  useEffect(() => {
    latest.current = speak
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
      // Seen first: what is only heard does not hold up the frame of the result.
      afterPaint(() => latest.current(shown))
    })
  }, [play])
  return <p ref={region} role="status" className="sr-only" data-testid="play-announcement" />
}
