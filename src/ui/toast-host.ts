import { createStore } from '#lib/store.ts'

/**
 * Elements that may hold the toasts, the topmost open dialog last. A modal dialog makes everything outside
 * it inert, live regions too, so toasts must be inside it to be seen, heard and dismissed.
 */
export const toastHosts = createStore<readonly HTMLElement[]>([])

/** Offers `element` as the place for toasts until the returned function is called. */
export function offerToastHost(element: HTMLElement): () => void {
  toastHosts.set([...toastHosts.get(), element])
  return () => toastHosts.set(toastHosts.get().filter((each) => each !== element))
}
