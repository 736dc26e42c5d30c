import { proxy } from 'valtio'

/** Count of the counter demo; lives as long as the page. Changed only by `counter.actions.ts`. */
export const counterState = proxy({ count: 0 })
