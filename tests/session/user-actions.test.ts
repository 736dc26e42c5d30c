// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { reportReach } from '#api/connection.ts'
import { ACCESS_TOKEN_KEY } from '#session/access-token.ts'
import { apiNotices } from '#session/api.ts'
import { sessionRefused } from '#session/session-refused.ts'
import {
  dropToken,
  followUser,
  isUserTold,
  loadUser,
  logIn,
  logOut,
  updateUser,
  userNotices,
} from '#session/user.actions.ts'
import { NOBODY, USER_KEY, currentUser } from '#session/user.state.ts'

const TOKEN = 'a'.repeat(43)
const OTHER = 'b'.repeat(43)
const THIRD = 'c'.repeat(43)
const ann = { uid: 100_001, nickname: 'Ann', avatar: '' }
const bob = { uid: 100_002, nickname: 'Bob', avatar: '' }

const fetched = vi.fn<typeof fetch>()
const onAccountChanged = vi.fn()
const onChangedElsewhere = vi.fn()

const answer = (data: unknown) => Response.json({ data })
const refusal = (status: number, isLogin?: true) =>
  Response.json({ message: 'no', code: 'x', ...(isLogin && { result: { isLogin } }) }, { status })
const token = () => localStorage.getItem(ACCESS_TOKEN_KEY)
function elsewhere(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

beforeEach(() => {
  localStorage.clear()
  currentUser.set(NOBODY)
  reportReach('answered')
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  onAccountChanged.mockReset()
  onChangedElsewhere.mockReset()
  Object.assign(userNotices, { onAccountChanged, onChangedElsewhere })
  apiNotices.onDeadToken = (dead) => dropToken(dead)
})

it('stores the token of a log-in and its user', async () => {
  fetched.mockResolvedValueOnce(answer(ann))
  await logIn(TOKEN)
  expect(token()).toBe(TOKEN)
  expect(currentUser.get()).toEqual(ann)
  expect(JSON.parse(localStorage.getItem(USER_KEY) ?? '')).toEqual(ann)
  expect(onAccountChanged).toHaveBeenCalledOnce()
  expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('Access-Token')).toBe(TOKEN)
})

it('marks a user from the server as confirmed, unlike a stored one', async () => {
  localStorage.setItem(ACCESS_TOKEN_KEY, THIRD)
  currentUser.set(ann)
  expect(isUserTold()).toBe(false)
  fetched.mockResolvedValueOnce(answer(bob))
  await logIn(OTHER)
  expect(isUserTold()).toBe(true)
  // A change from another tab is confirmed by that tab, not by this one.
  localStorage.setItem(ACCESS_TOKEN_KEY, THIRD)
  expect(isUserTold()).toBe(false)
})

it('requests the user once, and only with a token and without a known user', async () => {
  await loadUser()
  expect(fetched).not.toHaveBeenCalled()
  localStorage.setItem(ACCESS_TOKEN_KEY, TOKEN)
  fetched.mockResolvedValue(answer(ann))
  await Promise.all([loadUser(), loadUser()])
  await loadUser()
  expect(fetched).toHaveBeenCalledOnce()
})

it.each([
  ['a dead token', () => Promise.resolve(refusal(401, true)), null],
  ['a refusal', () => Promise.resolve(refusal(403)), null],
  ['no connection', () => Promise.reject(new TypeError('failed')), TOKEN],
  ['a server in trouble', () => Promise.resolve(refusal(503)), TOKEN],
  ['too many calls', () => Promise.resolve(refusal(429)), TOKEN],
])('after %s the token is kept or deleted (case %#)', async (_, respond, left) => {
  localStorage.setItem(ACCESS_TOKEN_KEY, TOKEN)
  fetched.mockImplementation(respond)
  await loadUser()
  expect(token()).toBe(left)
  expect(currentUser.get().uid).toBe(0)
})

it('an invalid old token does not end a newer log-in', async () => {
  fetched.mockResolvedValue(answer(bob))
  await logIn(OTHER)
  dropToken(TOKEN)
  expect(token()).toBe(OTHER)
  expect(currentUser.get().uid).toBe(bob.uid)
})

it('the answer to a replaced token is ignored', async () => {
  let answerFirst = (_: Response) => {}
  fetched.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)))
  const first = logIn(TOKEN)
  fetched.mockResolvedValueOnce(answer(bob))
  await logIn(OTHER)
  answerFirst(answer(ann))
  await first
  expect(currentUser.get()).toEqual(bob)
})

it('logs out at once and tells the server with the old token', async () => {
  fetched.mockResolvedValue(answer(ann))
  await logIn(TOKEN)
  fetched.mockReset().mockResolvedValue(answer({}))
  logOut()
  expect([token(), localStorage.getItem(USER_KEY), currentUser.get().uid]).toEqual([null, null, 0])
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/user/logout')
  expect(new Headers(init?.headers).get('Access-Token')).toBe(TOKEN)
  expect(init?.keepalive).toBe(true)
})

it('tells the server about an offline log-out once there is a connection', async () => {
  localStorage.setItem(ACCESS_TOKEN_KEY, TOKEN)
  fetched.mockRejectedValueOnce(new TypeError('failed'))
  logOut()
  expect(token()).toBeNull()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  fetched.mockResolvedValue(answer({}))
  reportReach('answered')
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  expect(localStorage).toHaveLength(0)
})

it('distinguishes a refused session from a log-out', async () => {
  fetched.mockImplementation(async () => answer(ann))
  await logIn(TOKEN)
  dropToken(TOKEN)
  expect(onAccountChanged).toHaveBeenLastCalledWith({ isRefused: true })
  expect(sessionRefused.get()).toBe(true)
  await logIn(TOKEN)
  expect(onAccountChanged).toHaveBeenLastCalledWith({ isRefused: false })
  expect(sessionRefused.get()).toBe(false)
  logOut()
  expect(onAccountChanged).toHaveBeenLastCalledWith({ isRefused: false })
})

it('takes a new name of the current user, and ignores other users', async () => {
  fetched.mockResolvedValue(answer(ann))
  await logIn(TOKEN)
  updateUser({ ...ann, nickname: 'Anna' })
  updateUser({ ...bob })
  expect(currentUser.get()).toEqual({ ...ann, nickname: 'Anna' })
})

it('starts without a user when there is no token, and with the stored user otherwise', () => {
  localStorage.setItem(USER_KEY, JSON.stringify(ann))
  followUser()()
  expect(currentUser.get().uid).toBe(0)
  localStorage.setItem(ACCESS_TOKEN_KEY, TOKEN)
  followUser()()
  expect(currentUser.get()).toEqual(ann)
})

it('follows the log-out and the log-in of another tab', async () => {
  localStorage.setItem(ACCESS_TOKEN_KEY, TOKEN)
  localStorage.setItem(USER_KEY, JSON.stringify(ann))
  const stop = followUser()
  elsewhere(ACCESS_TOKEN_KEY, null)
  expect(currentUser.get().uid).toBe(0)
  expect(onChangedElsewhere).toHaveBeenLastCalledWith('logged-out')

  fetched.mockResolvedValue(answer(bob))
  elsewhere(ACCESS_TOKEN_KEY, OTHER)
  expect(onChangedElsewhere).toHaveBeenLastCalledWith('logged-in')
  await vi.waitFor(() => expect(currentUser.get()).toEqual(bob))
  elsewhere(USER_KEY, JSON.stringify({ ...bob, nickname: 'Robert' }))
  expect(currentUser.get().nickname).toBe('Robert')
  stop()
})
