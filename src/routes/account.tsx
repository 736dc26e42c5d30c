import { createFileRoute, redirect } from '@tanstack/react-router'

/** The page keeps its historic spelling; the right one leads there too. */
export const Route = createFileRoute('/account')({
  beforeLoad: () => {
    throw redirect({ to: '/accout', replace: true })
  },
})
