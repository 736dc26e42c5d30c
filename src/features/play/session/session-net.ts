import { tabStorage } from '#lib/tab-storage.ts'

const KEY = 'session-net'

function readStored(): bigint {
  const stored = tabStorage.get(KEY)
  return stored !== null && /^-?\d{1,30}$/.test(stored) ? BigInt(stored) : 0n
}

let net = readStored()
// Written when the page goes, not with every bet.
globalThis.addEventListener?.('pagehide', () => tabStorage.set(KEY, `${net}`))

/**
 * What all games of the tab's session came to, in the coin's smallest units: unlike the statistics it
 * survives a reload and cannot be reset.
 */
export function readSessionNet(): bigint {
  return net
}

export function addToSessionNet(units: bigint): void {
  net += units
}

const START_KEY = 'session-start'
let start: number | undefined

/** When the tab's session of play began, in milliseconds since 1970; a reload does not begin it anew. */
export function readSessionStart(): number {
  start ??= Number(tabStorage.get(START_KEY) ?? 0) || Date.now()
  tabStorage.set(START_KEY, `${start}`)
  return start
}
