import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { GalleryActions } from './gallery/GalleryActions.tsx'
import { GalleryFeedback } from './gallery/GalleryFeedback.tsx'
import { GalleryFields } from './gallery/GalleryFields.tsx'
import { GalleryForms } from './gallery/GalleryForms.tsx'
import { GalleryMarks } from './gallery/GalleryMarks.tsx'
import { GalleryMoney } from './gallery/GalleryMoney.tsx'
import { GalleryOverlays } from './gallery/GalleryOverlays.tsx'
import { GalleryPages } from './gallery/GalleryPages.tsx'
import { GalleryPlay } from './gallery/GalleryPlay.tsx'
import { GalleryShell } from './gallery/GalleryShell.tsx'
import { GallerySurfaces } from './gallery/GallerySurfaces.tsx'
import { GalleryTiles } from './gallery/GalleryTiles.tsx'
import { GalleryTokens } from './gallery/GalleryTokens.tsx'
import { GalleryType } from './gallery/GalleryType.tsx'
import { GalleryWallets } from './gallery/GalleryWallets.tsx'

/** Every token and part with its states, in the current theme and language. */
export function Gallery() {
  return (
    <div className="grid grid-cols-1 gap-8 pb-8">
      <div className="grid gap-1.5 px-4">
        <Heading level={1} size="title">
          <Trans>Design tokens and parts</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>What every screen of Koi is made of. Switch theme and language in the settings.</Trans>
        </Text>
      </div>
      <GalleryTokens />
      <GalleryType />
      <GalleryActions />
      <GalleryFields />
      <GalleryForms />
      <GallerySurfaces />
      <GalleryMarks />
      <GalleryMoney />
      <GalleryPlay />
      <GalleryTiles />
      <GalleryWallets />
      <GalleryShell />
      <GalleryFeedback />
      <GalleryPages />
      <GalleryOverlays />
    </div>
  )
}
