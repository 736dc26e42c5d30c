import { baseline } from './001-baseline.ts'
import type { Migration } from './migration.ts'

/** Every migration in order. A released one is never changed; the next one is appended. */
export const MIGRATIONS: readonly Migration[] = [baseline]
