import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Below `/operator`. */
  to: `/${string}`
}

/** A link to a page of the console. The router that the types know is that of the app. */
export function PageLink({ to, ...rest }: PageLinkProps) {
  return <Link {...(rest as object)} to={to as never} />
}
