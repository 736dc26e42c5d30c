import { Trans } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Text } from '#ui/Text.tsx'
import type { PlayGame } from '#rules/games.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { playSession } from './play-session.state.ts'
import { readSessionNet, readSessionStart } from './session-net.ts'

const MINUTE_MS = 60_000

/** What the session came to over all games, and how long it is: shown where the operator's rules ask for it. */
export function NetAndClock({ game }: { game: PlayGame }) {
  const coin = useCoin()
  const { signedCoins } = usePlayFormat()
  const minutes = useSessionMinutes()
  const net = useSessionNet(game)
  if (!coin) return null
  const sum = signedCoins(net, coin)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return (
    <Text size={3} tone="muted" num className="text-center">
      <Trans>
        Session {sum} · {hours} h {rest} min
      </Trans>
    </Text>
  )
}

/** Read again with every result that is shown, which is in the statistics too. */
function useSessionNet(game: PlayGame): bigint {
  const { stats } = useSnapshot(playSession)[game]
  return useMemo(() => {
    void stats
    return readSessionNet()
  }, [stats])
}

/** Whole minutes since the session began. */
function useSessionMinutes(): number {
  const [minutes, setMinutes] = useState(passedMinutes)
  useEffect(() => {
    const next = setTimeout(
      () => setMinutes(passedMinutes()),
      MINUTE_MS - ((Date.now() - readSessionStart()) % MINUTE_MS) + 10,
    )
    return () => clearTimeout(next)
  }, [minutes])
  return minutes
}

const passedMinutes = () => Math.max(0, Math.floor((Date.now() - readSessionStart()) / MINUTE_MS))
