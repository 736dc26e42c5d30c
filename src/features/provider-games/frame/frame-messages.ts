import * as v from 'valibot'

/** Messages of a game to the page around it. */
export type FrameMessage = 'leave' | 'deposit' | 'ready'

/** Names that providers use for it, without case, spaces and signs. */
const NAMES: Readonly<Record<FrameMessage, readonly string[]>> = {
  leave: [
    'close',
    'closegame',
    'gameclose',
    'exit',
    'exitgame',
    'lobby',
    'home',
    'gohome',
    'tolobby',
    'openlobby',
  ],
  deposit: ['deposit', 'opendeposit', 'cashier', 'opencashier', 'gotocashier'],
  ready: ['ready', 'loaded', 'gameready', 'gameloaded', 'loadcompleted'],
}

const NameSchema = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((name) => name.toLowerCase().replace(/[^a-z]/g, '')),
)
/** A word, or an object that has it under one of these names. */
const MessageSchema = v.union([
  NameSchema,
  v.pipe(
    v.object({ type: NameSchema }),
    v.transform(({ type }) => type),
  ),
  v.pipe(
    v.object({ event: NameSchema }),
    v.transform(({ event }) => event),
  ),
  v.pipe(
    v.object({ action: NameSchema }),
    v.transform(({ action }) => action),
  ),
])

/** Undefined for anything that is not understood, which must be ignored. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const read = v.safeParse(MessageSchema, data)
  if (!read.success) return undefined
  const name = read.output
  return (Object.keys(NAMES) as FrameMessage[]).find((message) => NAMES[message].includes(name))
}
