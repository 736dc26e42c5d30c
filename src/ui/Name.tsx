import type { GivenName } from '#contract/given-name.ts'

/** A user-supplied name. Isolates its text direction, and keeps browsers from translating it. */
export function Name({ children }: { children: GivenName }) {
  return <bdi translate="no">{children as string}</bdi>
}
