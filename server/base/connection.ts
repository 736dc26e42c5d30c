import type { Writable } from 'node:stream'

export type Connection = Pick<Writable, 'write' | 'end' | 'destroy' | 'destroyed' | 'on' | 'writableLength'>
