/**
 * A file that Koi serves beside the app.
 * @throws Error when it does not come
 */
export async function fetchSiteFile(path: `/${string}`): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} did not come: ${response.status}`)
  return response.blob()
}
