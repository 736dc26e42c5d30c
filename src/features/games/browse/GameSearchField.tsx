import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { gamesQuery, providersQuery } from '#features/games/games.queries.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { GamesSearchSchema } from '#features/games/games-search.ts'

const GAMES_PATH = '/games'
const DEBOUNCE_MS = 300

/**
 * Edits the search text of the Games page's URL; on other pages typing leads there. `isLarge` is for the page itself.
 */
export function GameSearchField({ isLarge = false }: { isLarge?: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const router = useRouter()
  const { pathname, isGames, q = '' } = useLocation({ select: readLocation })
  const [text, setText] = useState(q)
  const [shownQ, setShownQ] = useState(q)
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const own = useQuery({ ...gamesQuery, select: (games) => games.length }).data
  // Only the server has counted the games of others.
  const hasOthers = useQuery({ ...providersQuery, select: (providers) => providers.length > 1 }).data
  const count = hasOthers === false ? own : undefined

  // The URL changed without the field (back button, cleared filters).
  if (q !== shownQ) {
    setShownQ(q)
    if (q !== text.trim()) setText(q)
  }
  // Navigation, or hiding the page, cancels a pending change.
  useEffect(() => () => clearTimeout(timer.current), [pathname])

  const send = (wanted: string) => {
    clearTimeout(timer.current)
    const next = wanted.trim() || undefined
    if (isGames) {
      if (next === (q || undefined)) return
      const search = (old: object) => ({ ...old, q: next })
      void navigate({ to: GAMES_PATH, search, replace: true, resetScroll: false })
    } else if (next !== undefined) {
      keepFocus(router, box.current)
      void navigate({ to: GAMES_PATH, search: { q: next } })
    }
  }
  const change = (wanted: string) => {
    setText(wanted)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(wanted), DEBOUNCE_MS)
  }
  return (
    <div ref={box}>
      <SearchField
        label={t`Search games`}
        placeholder={
          hasOthers
            ? t`Search games`
            : count === undefined
              ? undefined
              : t`Search ${plural(count, { one: '# game', other: '# games' })}`
        }
        value={text}
        maxLength={80}
        compact={!isLarge}
        onChange={change}
        onClear={() => send('')}
        onSubmit={send}
      />
    </div>
  )
}

function readLocation({ pathname, search }: { pathname: string; search: unknown }) {
  const isGames = pathname.replace(/\/$/, '') === GAMES_PATH
  return { pathname, isGames, q: isGames ? v.parse(GamesSearchSchema, search).q : undefined }
}

/** A new page moves the focus to its content: return it to the field in `box` while the player types. */
function keepFocus(router: ReturnType<typeof useRouter>, box: HTMLElement | null): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || !box?.contains(focused)) return
  const stop = router.subscribe('onRendered', () => {
    stop()
    focused.focus({ preventScroll: true })
  })
}
