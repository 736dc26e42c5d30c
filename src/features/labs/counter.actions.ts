import { counterState } from './counter.state.ts'

/** Adds `step`, which may be negative. */
export function addToCounter(step: number): void {
  counterState.count += step
}

export function resetCounter(): void {
  counterState.count = 0
}
