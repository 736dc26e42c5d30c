import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '#features/security/security.queries.ts'
import { AddressesPage } from './AddressesPage.tsx'

/** Adds the account's e-mail address, which password managers need. */
export function AddressesScreen() {
  const { data } = useQuery(securityQuery)
  return <AddressesPage email={data?.email ?? null} />
}
