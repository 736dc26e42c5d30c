import { ApiError } from '#api/api-error.ts'
import { connection } from '#api/connection.ts'
import { getUser, logout, type User } from '#contract/user.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { clearAccessToken, followTokenElsewhere, storeAccessToken } from './access-token.actions.ts'
import { readAccessToken } from './access-token.ts'
import { api } from './api.ts'
import { sessionRefused } from './session-refused.ts'
import { NOBODY, readStoredUser, USER_KEY, currentUser } from './user.state.ts'

/** What the app hangs on changes of the account. */
export const userNotices = {
  /** Another account, or none, holds this device: what was kept of the one before goes. */
  onAccountChanged: (_change: { isRefused: boolean }): void => {},
  /** It happened in another tab. */
  onChangedElsewhere: (_change: 'logged-in' | 'logged-out'): void => {},
}

/** Answers that do not speak against the token. */
const NO_VERDICT = new Set([408, 425, 429])

let loading: { token: string; done: Promise<void> } | undefined
/** The token whose player the server has told this page. */
let toldOf: string | null = null

/** Whether who is logged in is the server's word, given to this page, and not what was stored. */
export const isUserTold = (): boolean => toldOf !== null && toldOf === readAccessToken()

/** Keeps the token of a log-in and loads who it belongs to. Without a connection the latter waits. */
export async function logIn(token: string): Promise<void> {
  storeAccessToken(token)
  show(NOBODY)
  await loadUser()
}

/** Fetches the user where there is a token and nobody is known yet; never rejects. */
export async function loadUser(): Promise<void> {
  if (currentUser.get().uid === 0) await refreshUser()
}

/**
 * Fetches the user anew. A token that the server refuses is cleared; one that could not be shown to the
 * server stays, so that offline nobody is logged out.
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
    // Meanwhile somebody else may have logged in.
    if (readAccessToken() !== token) return
    toldOf = token
    show(user)
  } catch (error) {
    const isRefused =
      error instanceof ApiError && error.status >= 400 && error.status < 500 && !NO_VERDICT.has(error.status)
    if (isRefused) dropToken(token)
  }
}

/** Takes over what a call answered about the player who is logged in. */
export function updateUser(user: User): void {
  if (user.uid === currentUser.get().uid) show(user)
}

/** Forgets token and user at once, and ends the session on the server as soon as it can be reached. */
export function logOut(): void {
  const token = readAccessToken()
  forgetUser()
  if (token !== null) void endSession(token)
}

/** Forgets `token`, which the server refuses, and who it belonged to, unless another has taken its place. */
export function dropToken(token: string | null): void {
  if (readAccessToken() === token) forgetUser({ isRefused: true })
}

/** Forgets token and user on this device. */
export function forgetUser({ isRefused } = { isRefused: false }): void {
  sessionRefused.set(isRefused)
  clearAccessToken()
  show(NOBODY)
}

/** The token is kept in memory only: after a log-out nothing of the session is left on the device. */
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

/** Shows `user` in this tab and stores it for the others. */
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

/** Takes over what other tabs do: a log-in or log-out, another name or picture. */
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
  // A page that the browser kept for going back to was told nothing.
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
