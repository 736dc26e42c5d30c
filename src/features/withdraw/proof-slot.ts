import type { ComponentProps, ComponentType } from 'react'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import type { Proof } from '#session/use-proof.ts'
import type { SecondFactorField } from '#ui/SecondFactorField.tsx'

/** Asks for a proof of identity. Part of the security pages; passed in, because features do not import each other. */
export type ProofSlot = ComponentType<{
  proof: Proof
  field: (name: 'password' | 'code') => ComponentProps<typeof SecondFactorField>
}>

/** Offers an address of the practice wallet; only in practice mode. */
export type PracticeAddressSlot = ComponentType<{
  addresses: WithdrawalTerms['addresses']
  onChoose: (address: string) => void
}>
