import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useUser } from '#session/use-user.ts'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { followPlayTime, readPlayTime } from './play-time.ts'
import { responsiblePlayQuery } from './responsible-play.queries.ts'

interface SessionReminderProps {
  /** Net result of the session. */
  result: ReactNode
  /** Stops auto-play; resolves when the player has seen every result. */
  settle: (signal: AbortSignal) => Promise<void>
}

const MINUTE_MS = 60_000

/** Opens over a game after the time the player chose. It is in the URL, so that the back button closes it. */
export function SessionReminder({ result, settle }: SessionReminderProps) {
  const { t } = useLingui()
  const { uid } = useUser()
  const { data } = useQuery({ ...responsiblePlayQuery, enabled: uid > 0 })
  const isOpen = useSearch({ strict: false, select: (search) => search.reminder === true })
  const navigate = useNavigate()
  const router = useRouter()
  const [minutesPlayed, setMinutesPlayed] = useState(() => minutesOf(uid))
  const everyMinutes = uid > 0 ? (data?.reminderMinutes ?? null) : null

  useEffect(() => {
    if (everyMinutes === null) return
    const leave = new AbortController()
    const remind = async () => {
      await settle(leave.signal)
      if (leave.signal.aborted || router.state.location.search.reminder) return
      setMinutesPlayed(minutesOf(uid))
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, reminder: true }),
        state: (previous) => ({ ...previous, openedPanel: true }),
        resetScroll: false,
      })
    }
    const stop = followPlayTime(uid, everyMinutes * MINUTE_MS, () => void remind())
    return () => {
      leave.abort()
      stop()
    }
  }, [uid, everyMinutes, settle, navigate, router])

  const close = useCallback(() => {
    const { search, state } = router.state.location
    if (!search.reminder) return
    if (state.openedPanel) router.history.back()
    else
      void navigate({
        to: '.',
        search: ({ reminder: _, ...rest }) => rest,
        replace: true,
        resetScroll: false,
      })
  }, [navigate, router])

  return (
    <Overlay
      open={isOpen}
      onClose={close}
      placement="bottom"
      title={t`Time to check the clock`}
      footer={
        <div className="grid grid-cols-2 gap-2.5">
          <Link to="/responsible-play/time-out" replace className={buttonClass({ variant: 'secondary' })}>
            <Trans>Take a break</Trans>
          </Link>
          <Button onClick={close}>
            <Trans>Go on</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <Text>
          <Plural
            value={minutesPlayed}
            one="You have played for # minute in this session."
            other="You have played for # minutes in this session."
          />
        </Text>
        {result}
      </div>
    </Overlay>
  )
}

const minutesOf = (uid: number) => Math.round(readPlayTime(uid).playedMs / MINUTE_MS)
