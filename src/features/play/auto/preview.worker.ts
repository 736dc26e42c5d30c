import { simulatePlan } from './preview-plan.ts'
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts'
import { createSimulatedStream } from './simulated-stream.ts'

const RUNS = 10_000
/** After so long the worker reports progress and simulates fewer runs. */
const QUICK_MS = 300
const FEWEST_RUNS = 2_000
/** Length of one slice of work: a newer request is read after it. */
const SLICE_MS = 30

/** Work on any other request is given up. */
let latest = -1

const answer = (message: PreviewAnswer) => self.postMessage(message)
const breathe = () => new Promise((resolve) => setTimeout(resolve))

async function work({ id, plan }: PreviewRequest): Promise<void> {
  const [seed = 1] = crypto.getRandomValues(new Uint32Array(1))
  const simulation = simulatePlan(plan, createSimulatedStream(seed))
  let runs = 0
  let workedMs = 0
  const isEnough = () => runs >= RUNS || (workedMs >= QUICK_MS && runs >= FEWEST_RUNS)
  while (!isEnough()) {
    const since = performance.now()
    while (runs < RUNS && performance.now() - since < SLICE_MS) {
      simulation.run()
      runs += 1
    }
    workedMs += performance.now() - since
    if (workedMs >= QUICK_MS) answer({ id, status: 'working', share: Math.min(1, runs / FEWEST_RUNS) })
    await breathe()
    if (id !== latest) return
  }
  answer({ id, status: 'done', preview: simulation.preview() })
}

self.addEventListener('message', ({ data }: MessageEvent<PreviewRequest>) => {
  latest = data.id
  work(data).catch(() => answer({ id: data.id, status: 'failed' }))
})
