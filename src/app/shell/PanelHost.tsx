import { Suspense, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { usePanel, type Panel } from '#app/panels.ts'
import { useIsWide } from '#lib/use-is-wide.ts'
import { HOSTED, loadedPanel, loadPanel, panelsAhead } from './panel-components.ts'

/**
 * Renders the panels that the URL names. A panel that was open stays mounted, so that it can close with an animation.
 */
export function PanelHost() {
  const { panel: named, open, close } = usePanel()
  // On wide screens the rail contains the menu.
  const isInRail = useIsWide() && named === 'menu'
  const panel = isInRail ? undefined : named
  useEffect(() => {
    if (isInRail) close()
  }, [isInRail, close])
  const [seen, setSeen] = useState<ReadonlySet<Panel>>(new Set())
  const ahead = useDeferredValue(useSyncExternalStore(panelsAhead.subscribe, panelsAhead.get))
  if (panel !== undefined && !seen.has(panel)) setSeen(new Set([...seen, panel]))

  // Not `lazy`: React would delay a loaded panel by 300 ms.
  const [, setArrived] = useState<Panel>()
  const missing = panel !== undefined && !loadedPanel(panel) ? panel : undefined
  useEffect(() => {
    if (missing === undefined) return
    let isOpen = true
    const closeIt = () => {
      if (isOpen) close()
    }
    loadPanel(missing).then(
      () => setArrived(missing),
      (error: unknown) => {
        if (!isOpen) return
        void import('#ui/missing-part.ts').then(
          ({ tellMissingPart }) => tellMissingPart(error, closeIt),
          closeIt,
        )
      },
    )
    return () => {
      isOpen = false
    }
  }, [missing, close])

  return HOSTED.filter((name) => seen.has(name as Panel) || ahead.includes(name)).map((name) => {
    const PanelComponent = loadedPanel(name)
    return PanelComponent ? (
      <Suspense key={name} fallback={null}>
        <PanelComponent isOpen={panel === name} onClose={close} onOpenPanel={open} />
      </Suspense>
    ) : null
  })
}
