import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { PasswordProof } from './PasswordProof.tsx'
import { securityQuery } from './security.queries.ts'

type MoneyProofProps = Omit<ComponentProps<typeof PasswordProof>, 'email' | 'label'>

/** Asks who the player is before money goes, for a page that does not know the account's address. */
export function MoneyProof(props: MoneyProofProps) {
  const { data } = useQuery(securityQuery)
  return <PasswordProof {...props} email={data?.email ?? null} />
}
