import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFoundPage } from '#app/NotFoundPage.tsx'
import { RootSearchSchema } from '#app/panels.ts'
import type { RouterContext } from '#app/router.tsx'
import { Shell } from '#app/shell/Shell.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  validateSearch: RootSearchSchema,
  component: Shell,
  notFoundComponent: NotFoundPage,
})
