import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFoundPage } from '#app/NotFoundPage.tsx'
import { RootSearchSchema } from '#app/panels.ts'
import { Shell } from '#app/shell/Shell.tsx'
import type { RouterContext } from '#app/start/router.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  validateSearch: RootSearchSchema,
  component: Shell,
  notFoundComponent: NotFoundPage,
})
