import { QUICKNET } from '#fair/drand.ts'

// Published rounds of drand's quicknet.

/** Time of a round in ms since the epoch. */
const cameAt = (round: number) => (QUICKNET.genesisS + (round - 1) * QUICKNET.periodS) * 1_000

/** A published value as the salt of a Crash round that was locked one second before it. */
const saltOf = (round: number, signature: string, salt: string) => ({
  salt,
  beacon: { lockedAt: cameAt(round) - 1_000, round, signature },
})

export const QUICKNET_123 = saltOf(
  123,
  'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
  'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
)
export const QUICKNET_1000 = saltOf(
  1_000,
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
)
