import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Play } from './play-controller.ts'
import type { PlayGame, SettledBet } from './play-engine.ts'
import { usePlayFormat } from './use-play-format.ts'

/** Nobody can listen to sixty results a second: auto-play tells one in so many milliseconds. */
const AUTO_EVERY_MS = 2_500

interface PlayAnnouncerProps<G extends PlayGame> {
  play: Play<G>
  describe: (bet: SettledBet<G>) => string
}

/** Says each result once, politely, when it is on screen. */
export function PlayAnnouncer<G extends PlayGame>({ play, describe }: PlayAnnouncerProps<G>) {
  const { t } = useLingui()
  const { coins } = usePlayFormat()
  const [words, setWords] = useState('')
  const speak = (bet: SettledBet<G>) => {
    const balance = play.engine.balance.get()
    if (!balance) return
    const { nonce } = bet.seeds
    const result = describe(bet)
    const net = bet.payout - bet.stake
    const sum = coins(net < 0n ? -net : net, balance)
    // The number makes two equal results two announcements.
    if (net > 0n) setWords(t`Bet ${nonce}: ${result}. You won ${sum}.`)
    else if (net < 0n) setWords(t`Bet ${nonce}: ${result}. You lost ${sum}.`)
    else setWords(t`Bet ${nonce}: ${result}. Your bet came back.`)
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
      if (play.isAutoPlaying() && now - spokenAt < AUTO_EVERY_MS) return
      spokenAt = now
      latest.current(shown)
    })
  }, [play])
  return (
    <VisuallyHidden as="p" role="status" data-testid="play-announcement">
      {words}
    </VisuallyHidden>
  )
}
