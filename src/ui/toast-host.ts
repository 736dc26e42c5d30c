import { createStore } from '#lib/store.ts'

/**
 * Elements that may hold the toasts, topmost open dialog last. A modal dialog makes everything outside it inert,
 * including live regions, so toasts must be inside the dialog.
 */
export const toastHosts = createStore<readonly HTMLElement[]>([])

/** Returns a function that withdraws the element. */
export function offerToastHost(element: HTMLElement): () => void {
  toastHosts.set([...toastHosts.get(), element])
  return () => toastHosts.set(toastHosts.get().filter((each) => each !== element))
}
