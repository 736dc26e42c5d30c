import { Suspense, useEffect, useState } from 'react'
import { PANELS, usePanel, type Panel } from '#app/panels.ts'
import { loadedPanel, loadPanel } from './panel-components.ts'

/** Renders the panels named by the URL. One that has been open stays mounted so that it can close in motion. */
export function PanelHost() {
  const { panel, open, close } = usePanel()
  const [seen, setSeen] = useState<ReadonlySet<Panel>>(new Set())
  if (panel !== undefined && !seen.has(panel)) setSeen(new Set([...seen, panel]))

  // Not `lazy`: React would hold a panel whose code has just come back for 300 ms.
  const [, setArrived] = useState<Panel>()
  useEffect(() => {
    if (panel === undefined || loadedPanel(panel)) return
    loadPanel(panel).then(
      () => setArrived(panel),
      (error: unknown) =>
        setArrived(() => {
          throw error
        }),
    )
  }, [panel])

  return PANELS.filter((name) => seen.has(name)).map((name) => {
    const PanelComponent = loadedPanel(name)
    return PanelComponent ? (
      <Suspense key={name} fallback={null}>
        <PanelComponent isOpen={panel === name} onClose={close} onOpenPanel={open} />
      </Suspense>
    ) : null
  })
}
