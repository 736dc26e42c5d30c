import { getTransparency, type Transparency } from '#contract/transparency.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'

export function transparencyEndpoints(handle: () => Promise<Transparency>): Served[] {
  return [served(getTransparency, { needsNoTurn: true, handle })]
}
