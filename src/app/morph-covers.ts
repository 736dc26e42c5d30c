import type { AnyRouter } from '@tanstack/react-router'
import '#ui/cover-morph.css'

/** As in the style sheet. */
const NAME = 'cover'
const GAME = /^\/games\/([^/]+)(?:\/play)?$/

/**
 * Between a list of games and a game, its cover grows to the place that it has there, and shrinks on the way back. Where
 * the browser has no view transitions, or the player wants less motion, pages change as ever.
 */
export function morphCovers(router: AnyRouter): void {
  if (typeof document.startViewTransition !== 'function') return
  const change: (update: () => Promise<void>) => Promise<void> = router.startViewTransition
  router.startViewTransition = (update) => {
    const from = router.stores.resolvedLocation.get()?.pathname
    const to = router.latestLocation.pathname
    const slug = gameBetween(from, to)
    const before = slug === undefined ? null : coverOf(slug)
    if (slug === undefined || !before || isStill()) return change(update)
    before.style.viewTransitionName = NAME
    let after: HTMLElement | null = null
    const transition = document.startViewTransition(async () => {
      before.style.viewTransitionName = ''
      await update()
      after = coverOf(slug)
      if (after) after.style.viewTransitionName = NAME
      else transition.skipTransition()
    })
    // A transition that is skipped rejects; the page has changed all the same.
    transition.ready.catch(() => undefined)
    const end = () => {
      if (after) after.style.viewTransitionName = ''
    }
    transition.finished.then(end, end)
    return transition.updateCallbackDone
  }
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The game that is opened from another page, or left for one. */
function gameBetween(from: string | undefined, to: string): string | undefined {
  const [left, opened] = [from === undefined ? undefined : GAME.exec(from)?.[1], GAME.exec(to)?.[1]]
  if (from === undefined || left === opened) return undefined
  return left !== undefined && opened !== undefined ? undefined : (opened ?? left)
}

/** In sight: its place on its own page, else the tile that has the focus, or the first one. */
function coverOf(slug: string): HTMLElement | null {
  const tile = `main a:is([href="/games/${CSS.escape(slug)}"], [href="/games/${CSS.escape(slug)}/play"])`
  const places = ['main [data-cover-place]', `${tile}:focus img`, `${tile} img`].flatMap((selector) => [
    ...document.querySelectorAll<HTMLElement>(selector),
  ])
  return (
    places.find((place) => {
      const { top, bottom, width } = place.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight
    }) ?? null
  )
}
