import type { ChildProcess } from 'node:child_process'

export function wantsDemoProvider(env?: Record<string, string | undefined>): boolean

export function startDemoProvider(options: {
  /** Address of the server whose wallet it calls. */
  operator: string
  /** The build that has it; without one it runs from the sources. */
  distDir?: string
  env?: Record<string, string>
  flags?: readonly string[]
  /** True if another takes its place when it dies. */
  comesAgain?: boolean
}): Promise<{ url: string; readonly child: ChildProcess }>

export function addressAtHome(host: string | undefined, port: number | string): string
