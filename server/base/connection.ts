import type { Writable } from 'node:stream'

/** What of a connection an answer without end needs. */
export type Connection = Pick<Writable, 'write' | 'end' | 'destroy' | 'destroyed' | 'on' | 'writableLength'>
