/** The text of a file of this site; `undefined` when it cannot be had. Never rejects. */
export async function readText(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address)
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}
