import { counterState } from './counter.state.ts'

export function addToCounter(step: number): void {
  counterState.count += step
}

export function resetCounter(): void {
  counterState.count = 0
}
