import { ApiError } from '#api/api-error.ts'
import { connection } from '#api/connection.ts'
import { getUser, logout, type User } from '#contract/user.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { clearAccessToken, followTokenElsewhere, storeAccessToken } from './access-token.actions.ts'
import { readAccessToken } from './access-token.ts'
import { api } from './api.ts'
import { sessionRefused } from './session-refused.ts'
import { NOBODY, readStoredUser, USER_KEY, currentUser } from './user.state.ts'

/** The app registers its reactions to changes of the account here. */
export const userNotices = {
  /** Another account, or nobody, is logged in now: remove what was stored for the previous one. */
  onAccountChanged: (_change: { isRefused: boolean }): void => {},
  /** The change happened in another tab. */
  onChangedElsewhere: (_change: 'logged-in' | 'logged-out'): void => {},
}

/** HTTP statuses that do not mean that the token is invalid. */
const NO_VERDICT = new Set([408, 425, 429])

let loading: { token: string; done: Promise<void> } | undefined
/** The token whose player the server has confirmed to this page. */
let toldOf: string | null = null

/** True if the server has confirmed the current player to this page; false if the player was read from storage. */
export const isUserTold = (): boolean => toldOf !== null && toldOf === readAccessToken()

/** Stores the token of a log-in and loads its player. Offline, the player is loaded later. */
export async function logIn(token: string): Promise<void> {
  storeAccessToken(token)
  show(NOBODY)
  await loadUser()
}

/** Loads the player if there is a token and the player is unknown; never rejects. */
export async function loadUser(): Promise<void> {
  if (currentUser.get().uid === 0) await refreshUser()
}

/**
 * Reloads the player. Clears a token that the server refuses. Keeps it if the server cannot be reached, so that being
 * offline logs nobody out.
 */
export async function refreshUser(): Promise<void> {
  const token = readAccessToken()
  if (token === null) return
  if (loading?.token !== token) {
    const done = fetchUser(token).finally(() => {
      if (loading?.token === token) loading = undefined
    })
    loading = { token, done }
  }
  await loading.done
}

async function fetchUser(token: string): Promise<void> {
  try {
    const user = await api.call(getUser)
    // Somebody else may have logged in meanwhile.
    if (readAccessToken() !== token) return
    toldOf = token
    show(user)
  } catch (error) {
    const isRefused =
      error instanceof ApiError && error.status >= 400 && error.status < 500 && !NO_VERDICT.has(error.status)
    if (isRefused) dropToken(token)
  }
}

/** Takes the logged-in player's new data from the answer of a call. */
export function updateUser(user: User): void {
  if (user.uid === currentUser.get().uid) show(user)
}

/** Forgets token and player at once, and ends the session on the server as soon as it can be reached. */
export function logOut(): void {
  const token = readAccessToken()
  forgetUser()
  if (token !== null) void endSession(token)
}

/** Forgets a `token` that the server refused, and its player, unless another token has replaced it. */
export function dropToken(token: string | null): void {
  if (readAccessToken() === token) forgetUser({ isRefused: true })
}

export function forgetUser({ isRefused } = { isRefused: false }): void {
  sessionRefused.set(isRefused)
  clearAccessToken()
  show(NOBODY)
}

/** Keeps the token only in memory: after a log-out nothing of the session is left on the device. */
async function endSession(token: string): Promise<void> {
  try {
    await api.call(logout, { body: {}, token, keepalive: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status > 0) return
    const stop = connection.subscribe(() => {
      if (connection.get() !== 'online') return
      stop()
      void endSession(token)
    })
  }
}

/** Stores the player for the other tabs, too. */
function show(user: User): void {
  if (user.uid === 0) browserStorage.remove(USER_KEY)
  else browserStorage.set(USER_KEY, JSON.stringify(user))
  take(user)
}

function take({ uid, nickname, avatar }: User): void {
  const isOther = uid !== currentUser.get().uid
  currentUser.set({ uid, nickname, avatar })
  if (uid > 0) sessionRefused.set(false)
  if (isOther) userNotices.onAccountChanged({ isRefused: sessionRefused.get() })
}

/** Follows other tabs: log-in, log-out, a new name or picture. */
export function followUser(): () => void {
  const catchUp = () => {
    const stored = readStoredUser()
    if (stored.uid !== currentUser.get().uid) take(stored)
    else if (stored.nickname !== currentUser.get().nickname || stored.avatar !== currentUser.get().avatar)
      take(stored)
  }
  const onUserStored = ({ key }: StorageEvent) => {
    if (key === USER_KEY && readAccessToken() !== null) catchUp()
  }
  // A page from the back/forward cache has missed events.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    catchUp()
    void loadUser()
  }
  catchUp()
  const stopFollowing = followTokenElsewhere(() => {
    const isIn = readAccessToken() !== null
    take(NOBODY)
    userNotices.onChangedElsewhere(isIn ? 'logged-in' : 'logged-out')
    if (isIn) void loadUser()
  })
  window.addEventListener('storage', onUserStored)
  window.addEventListener('pageshow', onShow)
  return () => {
    stopFollowing()
    window.removeEventListener('storage', onUserStored)
    window.removeEventListener('pageshow', onShow)
  }
}
