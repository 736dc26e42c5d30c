import { proxy } from 'valtio'

/** Lives as long as the page. Changed only by `counter.actions.ts`. */
export const counterState = proxy({ count: 0 })
