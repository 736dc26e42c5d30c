import { useLingui } from '@lingui/react/macro'
import type { Role } from '#contract/operator-roles.ts'

export function useRoleName(): (role: Role) => string {
  const { t } = useLingui()
  return (role) => {
    switch (role) {
      case 'support':
        return t`Support`
      case 'finance':
        return t`Finance`
      case 'risk':
        return t`Risk`
      case 'owner':
        return t`Owner`
    }
  }
}
