// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { KeepAliveOutlet } from '#app/keep-alive/KeepAliveOutlet.tsx'
import '#app/static-data.ts'

const effects = { mount: vi.fn(), unmount: vi.fn() }
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function Page({ name }: { name: string }) {
  const [text, setText] = useState('')
  const search: { q?: string } = useSearch({ strict: false })
  useEffect(() => {
    effects.mount(name)
    return () => void effects.unmount(name)
  }, [name])
  return (
    <>
      <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
      <output aria-label={`${name} search`}>{search.q ?? 'none'}</output>
      <Link to="." search={{ q: 'self' }} aria-label={`${name} self`}>
        self
      </Link>
    </>
  )
}

async function renderApp(max?: number) {
  const root = createRootRoute({ component: () => <KeepAliveOutlet {...(max !== undefined && { max })} /> })
  const page = (path: string, keepAlive: boolean) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: () => <Page name={path} />,
      staticData: { keepAlive },
    })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/a', true),
      page('/b', true),
      page('/c', true),
      page('/plain', false),
    ]),
    history: createMemoryHistory({ initialEntries: ['/a?q=first'] }),
  })
  await act(() => router.load())
  render(<RouterProvider router={router as never} />)
  const go = (to: string) => act(async () => router.navigate({ to } as never))
  return { router, go }
}

const field = (name: string) => screen.queryByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) =>
  fireEvent.change(field(name) as HTMLInputElement, { target: { value } })

describe('the keep-alive outlet', () => {
  it('keeps the state and the DOM of a flagged page, and pauses its effects', async () => {
    const { go } = await renderApp()
    type('/a', 'typed')
    const element = field('/a')
    await go('/plain')
    expect(element?.isConnected).toBe(true)
    expect(effects.unmount).toHaveBeenCalledExactlyOnceWith('/a')
    await go('/a')
    expect(field('/a')).toBe(element)
    expect(field('/a')?.value).toBe('typed')
    expect(effects.mount.mock.calls.map(([name]) => name as string)).toEqual(['/a', '/plain', '/a'])
  })

  it('unmounts pages without the flag', async () => {
    const { go } = await renderApp()
    await go('/plain')
    type('/plain', 'typed')
    await go('/a')
    expect(field('/plain')).toBeNull()
    await go('/plain')
    expect(field('/plain')?.value).toBe('')
  })

  it('keeps other pages and searches from a hidden page', async () => {
    const { go, router } = await renderApp()
    expect(screen.getByLabelText('/a search').textContent).toBe('first')
    await go('/b?q=second')
    expect(screen.getByLabelText('/b search').textContent).toBe('second')
    expect(screen.getByLabelText('/a search').textContent).toBe('first')
    await act(() => router.invalidate())
    expect(screen.getByLabelText('/a search').textContent).toBe('first')
    await go('/a?q=third')
    expect(screen.getByLabelText('/a search').textContent).toBe('third')
  })

  it('keeps a bounded number of pages and drops the least recently used', async () => {
    const { go } = await renderApp(2)
    type('/a', 'a')
    await go('/b')
    type('/b', 'b')
    await go('/a')
    await go('/c')
    expect(field('/b')).toBeNull()
    expect(field('/a')?.value).toBe('a')
    await go('/b')
    expect(field('/a')).toBeNull()
    expect(field('/b')?.value).toBe('')
  })

  it('works with back and forward', async () => {
    const { go, router } = await renderApp()
    type('/a', 'typed')
    await go('/b')
    await go('/c')
    await act(async () => router.history.go(-2))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/a'))
    expect(field('/a')?.value).toBe('typed')
    expect(screen.getByLabelText('/a search').textContent).toBe('first')
  })
})
