import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '#features/security/security.queries.ts'
import { AddressesPage } from './AddressesPage.tsx'

/** The page with what only the security page knows: the address that password managers go by. */
export function AddressesScreen() {
  const { data } = useQuery(securityQuery)
  return <AddressesPage email={data?.email ?? null} />
}
