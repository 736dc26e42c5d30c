import { createPairWork, type PairRequest } from './pair-work.ts'
import { verifySignature } from '#lib/verify-signature.ts'

const work = createPairWork((message) => self.postMessage(message), verifySignature)

self.addEventListener('message', ({ data }: MessageEvent<PairRequest>) => work(data))
