import { createFileRoute, redirect } from '@tanstack/react-router'

/** Players know the page by its misspelled address; the correct one redirects there. */
export const Route = createFileRoute('/account')({
  beforeLoad: () => {
    throw redirect({ to: '/accout', replace: true })
  },
})
