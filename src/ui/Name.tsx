import type { GivenName } from '#contract/given-name.ts'

/** A name that somebody has given. Its direction turns nothing around it, and no browser translates it. */
export function Name({ children }: { children: GivenName }) {
  return <bdi translate="no">{children as string}</bdi>
}
