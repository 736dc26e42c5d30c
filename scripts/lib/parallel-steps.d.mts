interface StepOptions {
  readonly isNext?: boolean
  readonly load?: number
  readonly isPatient?: boolean
}

type Run = (command: string, args: readonly string[], options: object) => Promise<boolean>

export function createSteps(options: {
  readonly root: string
  readonly startedAt: number
  readonly isAlone?: boolean
  readonly cores?: number
}): {
  add(name: string, work: (run: Run) => Promise<number>, options?: StepOptions): Promise<boolean>
  all(): Promise<void>
}
