import { useEffect, useRef, useState } from 'react'
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts'
import type { PlanPreview, PlanToPreview } from './preview-plan.ts'

/** Until the plan has not been changed for so long, nothing is computed. */
const SETTLED_MS = 250

export interface ShownPreview {
  /** Of the plan as it is, or, while that is worked on, as it was before; undefined before the first. */
  readonly preview: PlanPreview | undefined
  /** Share of the work done, where it takes long. */
  readonly share: number | undefined
  readonly isCurrent: boolean
  /** This browser cannot work it out. */
  readonly isFailed: boolean
}

const NOTHING: ShownPreview = { preview: undefined, share: undefined, isCurrent: false, isFailed: false }

/** What a plan can come to, worked out in a worker; again after each change. Undefined where there is no plan. */
export function usePlanPreview(plan: PlanToPreview | undefined): ShownPreview {
  const [shown, setShown] = useState(NOTHING)
  const worker = useRef<Worker>(undefined)
  const asked = useRef(0)
  const latestPlan = useRef(plan)
  const key = plan && keyOf(plan)
  useEffect(() => {
    latestPlan.current = plan
  })

  useEffect(() => {
    if (key === undefined) return
    const id = (asked.current += 1)
    const ask = () => {
      try {
        worker.current ??= new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })
      } catch {
        setShown({ ...NOTHING, isFailed: true })
        return
      }
      const fail = () => setShown({ ...NOTHING, isFailed: true })
      worker.current.onerror = fail
      worker.current.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => {
        if (data.id !== asked.current) return
        if (data.status === 'failed') fail()
        else if (data.status === 'working') setShown((before) => ({ ...before, share: data.share }))
        else setShown({ ...NOTHING, preview: data.preview, isCurrent: true })
      }
      if (latestPlan.current)
        worker.current.postMessage({ id, plan: latestPlan.current } satisfies PreviewRequest)
    }
    const timer = setTimeout(ask, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      setShown((before) => ({ ...before, isCurrent: false, share: undefined }))
    }
  }, [key])

  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = undefined
    },
    [],
  )
  return shown
}

/** Two plans with the same key are the same plan. */
function keyOf(plan: PlanToPreview): string {
  return JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}
