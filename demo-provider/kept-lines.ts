import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A file with one JSON value a line, only ever added to. A line is whole or, after a crash, cut off at its end. */
export interface KeptLines<T> {
  /** All at once, so that a crash leaves either all or none. */
  add(values: readonly T[]): void
  close(): void
}

export function openKeptLines<T>(path: string): { readonly before: T[]; readonly lines: KeptLines<T> } {
  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = text.subarray(0, text.lastIndexOf('\n') + 1)
  const before = whole
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line) as T[])
  const file = openSync(path, 'a', 0o600)
  ftruncateSync(file, whole.length)
  return {
    before,
    lines: {
      add(values) {
        if (values.length > 0) writeSync(file, `${JSON.stringify(values)}\n`)
      },
      close: () => closeSync(file),
    },
  }
}
