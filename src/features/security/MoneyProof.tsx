import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ProofFields } from './proof/ProofFields.tsx'
import { securityQuery } from './security.queries.ts'

type MoneyProofProps = Pick<ComponentProps<typeof ProofFields>, 'proof' | 'field'>

/** Asks who the player is before money goes, for a page that does not know the account's address. */
export function MoneyProof(props: MoneyProofProps) {
  const { data } = useQuery(securityQuery)
  return <ProofFields {...props} email={data?.email ?? null} />
}
