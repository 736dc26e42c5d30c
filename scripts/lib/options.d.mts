import type { ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

export function readOptions<T extends Options>(config: {
  usage: string
  options: T
  allowPositionals?: boolean
}): ReturnType<typeof parseArgs<{ options: T; allowPositionals: boolean }>>
