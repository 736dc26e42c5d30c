import { useCallback, useEffect, useRef, useState } from 'react'

interface ActionOptions<Input, Output> {
  run: (input: Input) => Promise<Output>
  onSuccess?: (output: Output, input: Input) => void
  onError?: (error: unknown) => void
}

type ActionState<Input> =
  { status: 'idle' } | { status: 'running'; input: Input } | { status: 'failed'; error: unknown }

/**
 * Runs an async action on a click and ignores further clicks while it runs. Smaller than Query's mutations, which would
 * burden the first load.
 */
export function useAction<Input = void, Output = unknown>(options: ActionOptions<Input, Output>) {
  const [state, setState] = useState<ActionState<Input>>({ status: 'idle' })
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const isRunning = useRef(false)
  const run = useCallback(async (input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ status: 'running', input })
    try {
      const output = await latest.current.run(input)
      setState({ status: 'idle' })
      latest.current.onSuccess?.(output, input)
    } catch (error) {
      setState({ status: 'failed', error })
      latest.current.onError?.(error)
    } finally {
      isRunning.current = false
    }
  }, [])
  return {
    run: (input: Input) => void run(input),
    isRunning: state.status === 'running',
    /** Input of the running call. */
    input: state.status === 'running' ? state.input : undefined,
    /** Error of the last call, until the next one. */
    error: state.status === 'failed' ? state.error : undefined,
  }
}
