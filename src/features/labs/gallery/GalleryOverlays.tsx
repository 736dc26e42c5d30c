import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Overlay, type OverlayPlacement } from '#ui/dialog/Overlay.tsx'
import { toast } from '#ui/toast.ts'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const PLACEMENTS: OverlayPlacement[] = ['left', 'right', 'bottom', 'full']
const ROWS = Array.from({ length: 16 }, (_, index) => index + 1)

/** Drawers, sheets and dialogs; the content scrolls, shows a toast and opens a second one. */
export function GalleryOverlays() {
  const { t } = useLingui()
  const [placement, setPlacement] = useState<OverlayPlacement>('bottom')
  const [isOpen, setIsOpen] = useState(false)
  const [isInnerOpen, setIsInnerOpen] = useState(false)
  const [search, setSearch] = useState('')
  const message = t`This is a toast.`
  return (
    <GallerySection title={t`Overlays`}>
      <GalleryItem name="Overlay">
        <div className="flex flex-wrap gap-2">
          {PLACEMENTS.map((each) => (
            <Button
              key={each}
              variant="secondary"
              size="sm"
              onClick={() => {
                setPlacement(each)
                setIsOpen(true)
              }}
            >
              {each}
            </Button>
          ))}
        </div>
        <Overlay
          open={isOpen}
          onClose={() => setIsOpen(false)}
          placement={placement}
          title={t`Your coins`}
          footer={
            <Button block onClick={() => setIsInnerOpen(true)}>
              {t`Open one more`}
            </Button>
          }
        >
          <SearchField label={t`Search Coin`} value={search} onChange={setSearch} />
          {ROWS.map((row) => (
            <ListRow
              key={row}
              variant="plain"
              title={`Koi ${row}`}
              onClick={() => toast({ message, tone: 'success' })}
            />
          ))}
        </Overlay>
        <Overlay
          open={isInnerOpen}
          onClose={() => setIsInnerOpen(false)}
          placement="bottom"
          title={t`On top of the other`}
        >
          <Button block variant="secondary" onClick={() => toast({ message })}>
            {t`Show a toast`}
          </Button>
        </Overlay>
      </GalleryItem>
    </GallerySection>
  )
}
