import { type DrandNetwork, QUICKNET, drandRoundAfter, drandValue, isDrandSigned } from '#fair/drand.ts'

/** The beacon value that a round of Crash uses as its salt. */
export interface CrashBeaconValue {
  /** When betting closed, in milliseconds since the epoch. */
  readonly lockedAt: number
  readonly round: number
  readonly signature: string
}

/** Like `crashSaltFault`, but without drand's signature, whose check takes milliseconds. */
export function crashValueFault(
  salt: string,
  { lockedAt, round, signature }: CrashBeaconValue,
  network: DrandNetwork = QUICKNET,
): string | undefined {
  const due = drandRoundAfter(network, lockedAt)
  if (round !== due) return `the salt is of drand round ${round}, but the first one after the lock is ${due}`
  if (drandValue(signature) === salt) return undefined
  return `the salt is not the SHA-256 of the signature of drand round ${round}`
}

/**
 * Checks that a salt is the first drand value after betting closed, signed by drand's network.
 * @returns the fault, as one plain English sentence; undefined if the salt is right
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
