// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyOptional } from '#lib/lazy-optional.tsx'

const Rail = ({ name }: { name: string }) => <p>{`Rail of ${name}`}</p>
const Bar = ({ name }: { name: string }) => <p>{`Bar of ${name}`}</p>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a part that failed to load is replaced for the time being and appears once it has loaded', async () => {
  let isThere = false
  const load = vi.fn(() =>
    isThere
      ? Promise.resolve(Rail)
      : Promise.reject<ComponentType<{ name: string }>>(new TypeError('Failed')),
  )
  const Optional = lazyOptional(load, Bar)
  await act(async () => {
    render(
      <Suspense fallback={<p>Waiting</p>}>
        <Optional name="Koi" />
      </Suspense>,
    )
  })
  expect(screen.getByText('Bar of Koi')).toBeTruthy()

  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.getByText('Bar of Koi')).toBeTruthy()

  isThere = true
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText('Rail of Koi')).toBeTruthy()
  expect(screen.queryByText('Bar of Koi')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  expect(load).toHaveBeenCalledTimes(3)
})
