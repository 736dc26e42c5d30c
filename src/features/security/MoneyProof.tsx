import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ProofFields } from './proof/ProofFields.tsx'
import { securityQuery } from './security.queries.ts'

type MoneyProofProps = Pick<ComponentProps<typeof ProofFields>, 'proof' | 'field'>

/** Proof of identity before money leaves, for pages that do not know the account's e-mail address. */
export function MoneyProof(props: MoneyProofProps) {
  const { data } = useQuery(securityQuery)
  return <ProofFields {...props} email={data?.email ?? null} />
}
