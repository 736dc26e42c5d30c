import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A file with one JSON value a line, only ever added to. A line is whole or, after a crash, cut off at its end. */
export interface KeptLines<T> {
  /** All at once, so that a crash leaves either all or none. */
  add(values: readonly T[]): void
  close(): void
}

export function openKeptLines<T>(path: string): { readonly before: T[]; readonly lines: KeptLines<T> } {
  const { before, length } = readKeptLines<T>(path)
  const file = openSync(path, 'a', 0o600)
  ftruncateSync(file, length)
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

/** Another process may be adding to it. */
export function readKeptLines<T>(path: string): { readonly before: T[]; readonly length: number } {
  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = text.subarray(0, text.lastIndexOf('\n') + 1)
  const lines = whole.toString().split('\n')
  const before = lines.filter((line) => line !== '').flatMap((line) => JSON.parse(line) as T[])
  return { before, length: whole.length }
}
