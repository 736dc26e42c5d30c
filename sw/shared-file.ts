import { SHARED_FILE } from '#lib/shared-file.pure.ts'

/** `share_target` of the manifest. */
export const SHARE_ADDRESS = '/verify'

/** Keeps what another app shares for the page, which is opened without it. */
export async function respondToShare(request: Request): Promise<Response> {
  const outcome = await keepShared(request).then(
    () => 'shared',
    () => 'lost',
  )
  return Response.redirect(`${SHARE_ADDRESS}?file=${outcome}`, 303)
}

async function keepShared(request: Request): Promise<void> {
  const form = await request.formData()
  const shared = form.get('file') ?? form.get('text')
  if (!shared) throw new Error('Nothing was shared')
  const { cache: name, key, nameHeader } = SHARED_FILE
  const headers = { [nameHeader]: encodeURIComponent(typeof shared === 'string' ? '' : shared.name) }
  const cache = await caches.open(name)
  await cache.put(key, new Response(shared, { headers }))
}
