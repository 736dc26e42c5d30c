import { afterEach, expect, it, vi } from 'vitest'
import { openTabChannel } from '#lib/tab-channel.ts'

const NAME = 'tab-channel-test'
const closing: (() => void)[] = []
function open(onTold = () => undefined as void) {
  const channel = openTabChannel(NAME, onTold)
  closing.push(channel.close)
  return channel
}
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.unstubAllGlobals()
})

it('reaches the other tabs', async () => {
  const onTold = vi.fn()
  open(onTold)
  open().tell()
  await vi.waitFor(() => expect(onTold).toHaveBeenCalledOnce())
})

it.each([
  ['has none', undefined],
  [
    'does not let any be opened',
    class {
      constructor() {
        throw new DOMException('denied', 'SecurityError')
      }
    },
  ],
  [
    'does not let anything be said',
    class {
      postMessage() {
        throw new DOMException('closed', 'InvalidStateError')
      }
      close() {}
    },
  ],
])('reaches nobody, without an error, when the browser %s', (_, channel) => {
  vi.stubGlobal('BroadcastChannel', channel)
  const { tell, close } = open()
  expect(tell).not.toThrow()
  expect(close).not.toThrow()
})
