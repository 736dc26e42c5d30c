import { Suspense, useState } from 'react'
import { PANELS, usePanel, type Panel } from '#app/panels.ts'
import { PANEL_COMPONENTS } from './panel-components.ts'

/** Renders the panels named by the URL. One that has been open stays mounted so that it can close in motion. */
export function PanelHost() {
  const { panel, open, close } = usePanel()
  const [seen, setSeen] = useState<ReadonlySet<Panel>>(new Set())
  if (panel !== undefined && !seen.has(panel)) setSeen(new Set([...seen, panel]))

  return PANELS.filter((name) => seen.has(name)).map((name) => {
    const PanelComponent = PANEL_COMPONENTS[name]
    return (
      <Suspense key={name} fallback={null}>
        <PanelComponent isOpen={panel === name} onClose={close} onOpenPanel={open} />
      </Suspense>
    )
  })
}
