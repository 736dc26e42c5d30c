import type { PlanPreview, PlanToPreview } from './preview-plan.ts'

/** To the worker: what a plan can come to. A later request takes the place of the one before. */
export interface PreviewRequest {
  readonly id: number
  readonly plan: PlanToPreview
}

/** From the worker. `share` of the work is done, 0 to 1; said only when it takes long. */
export type PreviewAnswer =
  | { readonly id: number; readonly status: 'working'; readonly share: number }
  | { readonly id: number; readonly status: 'done'; readonly preview: PlanPreview }
  | { readonly id: number; readonly status: 'failed' }
