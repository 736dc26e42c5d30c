import type { ComponentProps, ComponentType } from 'react'
import type { PasswordField } from '#ui/PasswordField.tsx'

/** Asks the player for the password, or says what counts in its place; the security pages have it. */
export type ProofSlot = ComponentType<{
  hasPassword: boolean
  field: Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>
}>
