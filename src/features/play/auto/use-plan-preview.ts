import { useEffect, useRef, useState } from 'react'
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts'
import type { PlanPreview, PlanToPreview } from './preview-plan.ts'

/** The plan must stay unchanged for so long before anything is computed. */
const SETTLED_MS = 250

export interface ShownPreview {
  /** While a changed plan is computed, this is the preview of the plan before; undefined before the first. */
  readonly preview: PlanPreview | undefined
  /** Share of the work done, 0 to 1; undefined where it is quick. */
  readonly share: number | undefined
  readonly isCurrent: boolean
  /** The browser starts no worker, or the simulation failed. */
  readonly isFailed: boolean
}

const NOTHING: ShownPreview = { preview: undefined, share: undefined, isCurrent: false, isFailed: false }

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

function keyOf(plan: PlanToPreview): string {
  return JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}
