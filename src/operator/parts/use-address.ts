import { useRouter, useRouterState } from '@tanstack/react-router'

export type Search = Readonly<Record<string, string | undefined>>

/** Path of the page below `/operator`. */
export const usePath = (): string => useRouterState({ select: ({ location }) => location.pathname })

/** The part of the address behind `?`, and how to change a part of it. */
export function useSearch(): [Search, (change: Search) => void] {
  const router = useRouter()
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const change = (part: Search) =>
    void router.navigate({
      to: '.',
      search: { ...search, ...part },
      replace: true,
      resetScroll: false,
    } as never)
  return [search, change]
}

/** Opens a page of the console. */
export function useOpen(): (to: `/${string}`) => void {
  const router = useRouter()
  return (to) => void router.navigate({ to } as never)
}
