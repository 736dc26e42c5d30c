/**
 * Fetches a static file of the site.
 * @throws Error if it cannot be fetched
 */
export async function fetchSiteFile(path: `/${string}`): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} could not be fetched: ${response.status}`)
  return response.blob()
}
