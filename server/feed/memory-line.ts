import type { FeedLine } from './feed.ts'

/** For one process alone. */
export function memoryLine(): FeedLine {
  let hear: (text: string) => void = () => {}
  return {
    async send(messages) {
      messages.forEach((text) => hear(text))
    },
    async listen(onMessage) {
      hear = onMessage
    },
    advice: null,
    async close() {
      hear = () => {}
    },
  }
}
