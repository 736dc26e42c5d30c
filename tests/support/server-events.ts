export interface ReadEvent {
  readonly id: string | undefined
  readonly name: string
  readonly data: unknown
}

/** Reads the events of a stream one by one; signs of life are none. */
export function eventsOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('There is no stream')
  const waiting: ReadEvent[] = []
  let rest = ''
  return {
    /** The next event; null when the stream has ended. */
    async next(): Promise<ReadEvent | null> {
      while (waiting.length === 0) {
        const { value, done } = await reader.read()
        if (done) return null
        const blocks = (rest + value).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const fields = new Map(
            block.split('\n').map((line) => [line.split(': ')[0], line.split(': ').slice(1).join(': ')]),
          )
          const data = fields.get('data')
          if (data === undefined) continue
          waiting.push({
            id: fields.get('id'),
            name: fields.get('event') ?? 'message',
            data: JSON.parse(data),
          })
        }
      }
      return waiting.shift() ?? null
    },
    cancel: () => reader.cancel(),
  }
}
