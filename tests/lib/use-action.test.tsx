// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useAction } from '../../src/lib/use-action.ts'

describe('useAction', () => {
  it('runs once however often it is pressed, and can run again afterwards', async () => {
    const ends: ((value: string) => void)[] = []
    const run = vi.fn((_: number) => new Promise<string>((done) => ends.push(done)))
    const onSuccess = vi.fn()
    const { result } = renderHook(() => useAction({ run, onSuccess }))
    act(() => {
      result.current.run(1)
      result.current.run(2)
    })
    expect(run).toHaveBeenCalledTimes(1)
    expect(result.current).toMatchObject({ isRunning: true, input: 1 })
    await act(async () => ends[0]?.('done'))
    expect(onSuccess).toHaveBeenCalledWith('done', 1)
    expect(result.current).toMatchObject({ isRunning: false, input: undefined })
    act(() => result.current.run(3))
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('keeps its error until the next try', async () => {
    const failure = new Error('no')
    const run = vi.fn().mockRejectedValueOnce(failure).mockResolvedValueOnce('yes')
    const { result } = renderHook(() => useAction<void>({ run }))
    await act(async () => result.current.run())
    expect(result.current.error).toBe(failure)
    await act(async () => result.current.run())
    expect(result.current.error).toBeUndefined()
  })
})
