export interface Tally {
  passed: number
  failed: number
  skipped: string[]
  failures: string[]
}
export function tallyVitest(file: string, isSuccess: boolean, mayBeEmpty?: boolean): Tally
export function tallyPlaywright(file: string, isSuccess: boolean, mayBeEmpty?: boolean): Tally
