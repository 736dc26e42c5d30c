import type { PlanPreview, PlanToPreview } from './preview-plan.ts'

/** To the worker. A later request replaces the one before. */
export interface PreviewRequest {
  readonly id: number
  readonly plan: PlanToPreview
}

/** From the worker. `share` of the work is done, 0 to 1; sent only when it takes long. */
export type PreviewAnswer =
  | { readonly id: number; readonly status: 'working'; readonly share: number }
  | { readonly id: number; readonly status: 'done'; readonly preview: PlanPreview }
  | { readonly id: number; readonly status: 'failed' }
