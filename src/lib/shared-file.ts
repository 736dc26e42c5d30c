import { SHARED_FILE } from './shared-file.pure.ts'
import { createStore } from './store.ts'

/** A file that the system has handed to the app, for the page that verifies it. */
export const handedFile = createStore<File | null>(null)

/** The file that the service worker keeps; null without one. It is taken once. */
export async function takeSharedFile(): Promise<File | null> {
  const { cache: name, key, nameHeader } = SHARED_FILE
  try {
    const cache = await caches.open(name)
    const kept = await cache.match(key)
    if (!kept) return null
    await cache.delete(key)
    return new File([await kept.blob()], decodeURIComponent(kept.headers.get(nameHeader) ?? ''))
  } catch {
    return null
  }
}
