import { type DrandNetwork, QUICKNET, drandRoundAfter, drandValue, isDrandSigned } from '#fair/drand.ts'

/** The value of the beacon that a round of Crash has as its salt. */
export interface CrashBeaconValue {
  /** When no bet was taken any more, in milliseconds since the epoch. */
  readonly lockedAt: number
  readonly round: number
  readonly signature: string
}

/** As `crashSaltFault`, without drand's signature, which takes milliseconds to check. */
export function crashValueFault(
  salt: string,
  { lockedAt, round, signature }: CrashBeaconValue,
  network: DrandNetwork = QUICKNET,
): string | undefined {
  const due = drandRoundAfter(network, lockedAt)
  if (round !== due) return `the salt is of drand round ${round}, the first one after the lock is ${due}`
  if (drandValue(signature) === salt) return undefined
  return `the salt is not the SHA-256 of the signature of drand round ${round}`
}

/**
 * Checks that a salt is the first value of drand after the lock, signed by its network.
 * @returns what is wrong, as one plain English sentence; undefined when nothing is
 */
export async function crashSaltFault(
  salt: string,
  value: CrashBeaconValue,
  network: DrandNetwork = QUICKNET,
): Promise<string | undefined> {
  const fault = crashValueFault(salt, value, network)
  if (fault !== undefined) return fault
  const { round, signature } = value
  if (await isDrandSigned({ round, signature }, network)) return undefined
  return `drand has not signed the salt as its round ${round}`
}
