// @vitest-environment happy-dom
import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface Follower {
  readonly ask: () => Promise<unknown>
  readonly onNews: (summaries: readonly object[]) => void
}

const live = vi.hoisted(() => ({ followers: [] as unknown[] }))
vi.mock('#session/live.ts', () => ({
  liveTopics: { get: () => new Set<string>() },
  followLive(follower: unknown) {
    live.followers.push(follower)
    return () => undefined
  },
}))

const follower = () => live.followers.at(-1) as Follower
let client: QueryClient
let summary: object
let listed: number

beforeEach(async () => {
  vi.resetModules()
  live.followers.length = 0
  summary = { unread: 1, newest: '5' }
  listed = 0
  vi.stubGlobal('fetch', (request: Request | string) => {
    const isSummary = (typeof request === 'string' ? request : request.url).includes('/summary')
    if (!isSummary) listed += 1
    return Promise.resolve(Response.json({ data: isSummary ? summary : { messages: [], next: null } }))
  })
  const { createQueryClient } = await import('#app/start/query-client.ts')
  const { messagesQuery } = await import('#queries/messages.queries.ts')
  const { followMessages } = await import('#queries/follow-messages.ts')
  const { currentUser } = await import('#session/user.state.ts')
  client = createQueryClient()
  followMessages(client)
  currentUser.set({ uid: 100_001, nickname: 'Ann', avatar: '' })
  await follower().ask()
  new InfiniteQueryObserver(client, messagesQuery).subscribe(() => undefined)
  await expect.poll(() => listed).toBe(1)
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

it('asks for the list again when the stream tells another summary, and only then', async () => {
  follower().onNews([summary])
  follower().onNews([{ unread: 2, newest: '6' }])
  await expect.poll(() => listed).toBe(2)
})

it('asks for it again when there was no stream to tell of the change', async () => {
  await follower().ask()
  summary = { unread: 2, newest: '6' }
  await follower().ask()
  await expect.poll(() => listed).toBe(2)
})
