import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { inLocale } from '#contract/localized.ts'
import { DEMO } from '#features/play/play-coin-search.ts'
import { ActivePlay } from '#features/play/provider/ActivePlay.tsx'
import { PlayBalance } from '#features/play/screen/PlayBalance.tsx'
import { addToSessionNet } from '#features/play/session/session-net.ts'
import { SessionClock } from '#features/play/session/SessionClock.tsx'
import { SessionStrip } from '#features/play/session/SessionStrip.tsx'
import { usePlayCoin } from '#features/play/use-play-coin.ts'
import { DemoSession } from '#features/provider-games/frame/DemoSession.tsx'
import { FrameScreen } from '#features/provider-games/frame/FrameScreen.tsx'
import { ProviderGamePage } from '#features/provider-games/page/ProviderGamePage.tsx'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { providerGameQuery } from '#queries/provider-games.queries.ts'
import { useUser } from '#session/use-user.ts'
import { AccountGate } from './AccountGate.tsx'
import { PlayerGuard } from './PlayerGuard.tsx'

interface ProviderPlayScreenProps {
  provider: string
  code: string
}

/** Another provider's game with the clock, session, balance, reminders and breaks of own games around it. */
export function ProviderPlayScreen({ provider, code }: ProviderPlayScreenProps) {
  const { uid } = useUser()
  const locale = useLocale()
  const { coin, refused } = usePlayCoin()
  const { data: game } = useQuery(providerGameQuery(provider, code))
  // The game's page says why it is not there.
  if (!game) return <ProviderGamePage provider={provider} code={code} />
  if (refused !== undefined) return <AccountGate title={inLocale(game.name, locale)}>{null}</AccountGate>
  const isDemo = coin === DEMO
  const frame = (
    <FrameScreen
      key={coin}
      game={game}
      coin={isDemo ? null : coin}
      session={isDemo ? <DemoSession clock={<SessionClock />} /> : <SessionStrip />}
      balance={isDemo ? null : <PlayBalance />}
      onNet={addToSessionNet}
    />
  )
  return <ActivePlay>{uid === 0 ? frame : <FrameGuard>{frame}</FrameGuard>}</ActivePlay>
}

const BREAK_ASKED_EVERY_MS = 30_000

/** A break that begins on another device must end the frame, too: nothing else would ask for it while a game is played. */
function FrameGuard({ children }: { children: ReactNode }) {
  useQuery({ ...responsiblePlayQuery, refetchInterval: BREAK_ASKED_EVERY_MS })
  return <PlayerGuard mayFinish={false}>{children}</PlayerGuard>
}
