import { useLingui } from '@lingui/react'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

const PRODUCT = 'Koi'

/** Sets "name · Koi" as document title while the calling component is mounted. */
export function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${PRODUCT}`
  }, [name])
}

/** From the route's static data, in the player's language; undefined if the page names itself. */
export function useRouteTitle(): string | undefined {
  const { i18n } = useLingui()
  const title = useMatches({
    select: (matches) => matches.at(-1)?.staticData.title,
    structuralSharing: false,
  })
  return title && i18n._(title)
}
