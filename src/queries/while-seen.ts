import { liveTopics } from '#session/live.ts'
import { currentUser } from '#session/user.state.ts'

/** Topics of every page. */
const ALWAYS: ReadonlySet<string> = new Set(['balances', 'messages'])

/** A hidden tab leaves the connection to other tabs, unless it needs the stream for something else. */
const isWanted = () =>
  document.visibilityState === 'visible' || [...liveTopics.get()].some((topic) => !ALWAYS.has(topic))

/**
 * Follows the logged-in player for as long as somebody sees the page.
 * @param begin gets what to call when the player has gone; returns what ends it
 */
export function followWhileSeen(begin: (onEnd: () => void) => () => void): void {
  let followed = 0
  let end: () => void = () => undefined
  const follow = () => {
    const uid = isWanted() ? currentUser.get().uid : 0
    if (uid === followed) return
    end()
    followed = uid
    end = uid > 0 ? begin(() => (followed = 0)) : () => undefined
  }
  follow()
  currentUser.subscribe(follow)
  document.addEventListener('visibilitychange', follow)
}
