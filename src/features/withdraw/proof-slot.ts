import type { ComponentProps, ComponentType } from 'react'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import type { Proof } from '#session/use-proof.ts'
import type { SecondFactorField } from '#ui/SecondFactorField.tsx'

/** Asks who the player is, by what the account has; the security pages have it. */
export type ProofSlot = ComponentType<{
  proof: Proof
  /** What the form gives for its `password` and its `code`. */
  field: (name: 'password' | 'code') => ComponentProps<typeof SecondFactorField>
}>

/** Offers an address of the practice wallet, on servers of practice money. */
export type PracticeAddressSlot = ComponentType<{
  addresses: WithdrawalTerms['addresses']
  onChoose: (address: string) => void
}>
