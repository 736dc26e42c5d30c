import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { connection } from '#api/connection.ts'
import { inLocale } from '#contract/localized.ts'
import type { ProviderGame, ProviderLaunch } from '#contract/provider-games.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { providerFrameClass } from '#ui/play/provider-frame-class.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { FrameNotice } from './FrameNotice.tsx'
import { GameFrame, type FrameState } from './GameFrame.tsx'
import { mayShow } from './may-show.ts'
import { useLaunch } from './use-launch.ts'
import { useSessionRounds, type OnNet } from './use-session-rounds.ts'
import { useToldRound } from './use-told-round.ts'
import { createLeave } from './way-out.ts'
import '#features/provider-games/provider-answers.ts'

interface FrameScreenProps {
  game: ProviderGame
  /** Null for a demonstration. */
  coin: string | null
  /** Net result and time of the session. */
  session: ReactNode
  balance: ReactNode
  onNet: OnNet
}

/** Another provider's game in a frame, below a bar of Koi's own. */
export function FrameScreen({ game, coin, session, balance, onNet }: FrameScreenProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const back = useRef<HTMLButtonElement>(null)
  const leave = useLeave(game)
  useFilledScreen()
  useSessionRounds(game, coin, onNet)
  useToldRound(game, coin)
  const name = inLocale(game.name, locale)
  return (
    <div className={providerFrameClass.screen} data-testid="provider-play">
      <header className={providerFrameClass.bar}>
        <IconButton ref={back} variant="plain" label={t`Leave the game`} onClick={leave}>
          <ArrowLeft aria-hidden size={20} />
        </IconButton>
        <div className="flex-1 basis-32 min-w-0">
          <h1 className={providerFrameClass.name}>{name}</h1>
          {session}
        </div>
        {balance}
      </header>
      <FrameStage game={game} name={name} coin={coin} onLeave={leave} onBack={() => back.current?.focus()} />
    </div>
  )
}

interface FrameStageProps {
  game: ProviderGame
  name: string
  coin: string | null
  onLeave: () => void
  /** Moves the focus to the bar. */
  onBack: () => void
}

function FrameStage({ game, name, coin, onLeave, onBack }: FrameStageProps) {
  const { t, i18n } = useLingui()
  const { providerName } = game
  const isOffline = useStore(connection) === 'offline'
  const openDeposit = useOpenDeposit()
  const query = useLaunch(game, coin)
  const { data: launch, dataUpdatedAt, error, isFetching, refetch } = query
  const isOver = useIsOver(launch, dataUpdatedAt)
  const [state, setState] = useState<FrameState>('loading')
  const isAllowed = launch !== undefined && mayShow(launch, window.location.origin)
  const again = { label: t`Try again`, isBusy: isFetching, onPress: () => void refetch() }

  const notice = isOffline ? (
    <FrameNotice
      kind="offline"
      title={t`You are offline`}
      detail={
        isAllowed
          ? t`The game waits for your connection. ${providerName} keeps an open round until then.`
          : t`This game is opened from the Internet. It can be opened as soon as you are connected.`
      }
      onLeave={onLeave}
    />
  ) : error ? (
    <FrameNotice
      kind="failed"
      title={t`The game did not open`}
      detail={i18n._(errorMessageOf(error))}
      onLeave={onLeave}
      again={again}
    />
  ) : launch && !isAllowed ? (
    <FrameNotice
      kind="failed"
      title={t`The game was not opened`}
      detail={t`${providerName} named an address that Koi does not show in a game.`}
      onLeave={onLeave}
    />
  ) : isOver ? (
    <FrameNotice
      kind="ended"
      title={t`The game has to be opened again`}
      detail={t`It was open for as long as one opening lasts. Winnings of open rounds still arrive.`}
      onLeave={onLeave}
      again={{ ...again, label: t`Open again` }}
    />
  ) : state === 'late' && !isFetching ? (
    <FrameNotice
      kind="failed"
      title={t`The game does not load`}
      detail={t`${providerName} has sent nothing for 10 seconds. Your balance is not touched by that.`}
      onLeave={onLeave}
      again={again}
    />
  ) : null
  const isWaiting = notice === null && (!launch || isFetching || state !== 'loaded')
  return (
    <div className={providerFrameClass.stage}>
      {launch && isAllowed ? (
        <>
          <GameFrame
            key={dataUpdatedAt}
            launch={launch}
            title={t`${name}, a game of ${providerName}`}
            isCovered={notice !== null || isWaiting}
            onState={setState}
            onLeave={onLeave}
            onDeposit={openDeposit}
          />
          <span className={providerFrameClass.back}>
            <Button variant="secondary" size="sm" onClick={onBack}>
              {t`Back to the bar above the game`}
            </Button>
          </span>
        </>
      ) : null}
      {isWaiting ? (
        <div className={providerFrameClass.cover}>
          <span className="grid justify-items-center gap-3" role="status">
            <Spinner size={30} />
            <span>{t`Opening ${name} …`}</span>
          </span>
        </div>
      ) : null}
      {notice}
    </div>
  )
}

/** True once the launch has ended. A clock that is ahead of the server's would end each at once, so it says nothing. */
function useIsOver(launch: ProviderLaunch | undefined, openedAt: number): boolean {
  const until = launch?.until ? Date.parse(launch.until) : Infinity
  const now = useNow(until > openedAt ? until : Infinity)
  return until > openedAt && now >= until
}

/** Gives the game the whole screen of a phone. */
function useFilledScreen(): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-framed', true)
    return () => document.documentElement.removeAttribute('data-framed')
  }, [])
}

/** Goes back to where the game was opened, or to its page. */
function useLeave({ provider, code }: ProviderGame): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const [leave] = useState(() => createLeave(() => window.location.pathname))
  return () =>
    leave({
      back: router.history.canGoBack() ? () => router.history.back() : null,
      toPage: () =>
        void navigate({ to: '/games/by/$provider/$code', params: { provider, code }, replace: true }),
    })
}

function useOpenDeposit(): () => void {
  const navigate = useNavigate()
  return () =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, panel: 'deposit' as const }),
      state: (old) => ({ ...old, openedPanel: true }),
      resetScroll: false,
    })
}
