import { answerLuck } from './answer-luck.ts'
import type { LuckAnswer, LuckRequest } from './luck-messages.ts'

self.addEventListener('message', ({ data }: MessageEvent<LuckRequest>) => {
  let answer: LuckAnswer
  try {
    answer = { luck: answerLuck(data) }
  } catch {
    answer = { luck: null }
  }
  self.postMessage(answer)
})
