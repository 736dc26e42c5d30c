// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportReach } from '#api/connection.ts'
import { ConnectionBanner, newestSavedAt } from '#features/install/ConnectionBanner.tsx'

const HOUR = 3_600_000
const NOW = new Date('2026-03-04T15:00:00')

function clientWith(ages: { persist?: 'public'; age: number }[]): QueryClient {
  const client = new QueryClient()
  ages.forEach(({ persist, age }, index) => {
    const queryKey = ['api', `/${index}`]
    client.getQueryCache().build(client, { queryKey, ...(persist && { meta: { persist } }) })
    client.setQueryData(queryKey, 1, { updatedAt: NOW.getTime() - age })
  })
  return client
}

function show(client: QueryClient) {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ConnectionBanner />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
})
afterEach(() => {
  act(() => reportReach('answered'))
  vi.useRealTimers()
})

describe('the time of the saved data', () => {
  it('is that of the newest answer that is kept offline', () => {
    const client = clientWith([
      { persist: 'public', age: 3 * HOUR },
      { persist: 'public', age: 2 * HOUR },
      { age: 1 * HOUR },
    ])
    expect(newestSavedAt(client)).toEqual(new Date(NOW.getTime() - 2 * HOUR))
  })

  it('is unknown without an answer younger than a day', () => {
    expect(newestSavedAt(clientWith([]))).toBeUndefined()
    expect(newestSavedAt(clientWith([{ persist: 'public', age: 25 * HOUR }]))).toBeUndefined()
  })

  it('ignores an answer from the future, which does not hide others', () => {
    expect(newestSavedAt(clientWith([{ persist: 'public', age: -HOUR }]))).toBeUndefined()
    const client = clientWith([
      { persist: 'public', age: -HOUR },
      { persist: 'public', age: 2 * HOUR },
    ])
    expect(newestSavedAt(client)).toEqual(new Date(NOW.getTime() - 2 * HOUR))
  })
})

describe('the connection banner', () => {
  it('is hidden online, shows the age of the data offline, and announces the return of the connection', () => {
    show(clientWith([{ persist: 'public', age: HOUR }]))
    expect(screen.queryByRole('status')).toBeNull()
    act(() => reportReach('unreachable'))
    expect(screen.getByRole('status').textContent).toMatch(/offline\. Last saved: 2:00\sPM\./)
    act(() => reportReach('answered'))
    expect(screen.getByRole('status').textContent).toBe('Back online.')
    act(() => void vi.advanceTimersByTime(3_000))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('says that a server is slow, and nothing once it answers in time', () => {
    show(clientWith([{ persist: 'public', age: HOUR }]))
    act(() => reportReach('unanswered'))
    expect(screen.getByRole('status').textContent).toBe('Koi is slow to answer.')
    act(() => reportReach('answered'))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('shows the date if it is not today', () => {
    reportReach('unreachable')
    show(clientWith([{ persist: 'public', age: 20 * HOUR }]))
    expect(screen.getByRole('status').textContent).toMatch(/Last saved: Mar 3, 2026/)
  })

  it('says when nothing saved is recent enough', () => {
    reportReach('unreachable')
    show(clientWith([]))
    expect(screen.getByRole('status').textContent).toMatch(/nothing saved is recent enough/)
  })
})
