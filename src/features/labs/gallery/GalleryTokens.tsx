import { useLingui } from '@lingui/react/macro'
import { Swatch } from '#ui/Swatch.tsx'
import { Text } from '#ui/Text.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const COLORS = [
  ['bg', 'surface-1', 'surface-2', 'surface-3', 'line', 'line-strong', 'line-control', 'track'],
  ['text', 'text-2', 'text-3', 'brand', 'brand-strong', 'on-brand', 'gold', 'jade', 'danger', 'info'],
  [
    'brand-soft',
    'gold-soft',
    'jade-soft',
    'danger-soft',
    'info-soft',
    'grad-brand',
    'grad-gold',
    'grad-pond',
  ],
]
const SPACES = [1, 2, 3, 4, 5, 6, 8]
const RADII = ['r-1', 'r-2', 'r-3', 'r-4', 'r-full']

export function GalleryTokens() {
  const { t } = useLingui()
  return (
    <GallerySection title={t`Colour and shape`}>
      <GalleryItem name="--color" wide>
        {COLORS.map((row) => (
          <div key={row[0]} className="grid grid-cols-4 lg:grid-cols-10 gap-2">
            {row.map((token) => (
              <div key={token} className="grid gap-1 min-w-0">
                <Swatch token={token} />
                <Text size={1} tone="muted" truncate>
                  <code>{token}</code>
                </Text>
              </div>
            ))}
          </div>
        ))}
      </GalleryItem>
      <GalleryItem name="--sp">
        <div className="flex items-end gap-3">
          {SPACES.map((step) => (
            <div key={step} className="grid justify-items-center gap-1">
              <Swatch kind="space" token={`sp-${step}`} />
              <Text size={1} tone="muted" num>
                {step}
              </Text>
            </div>
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="--r, --shadow">
        <div className="flex flex-wrap gap-3">
          {RADII.map((token) => (
            <div key={token} className="grid justify-items-center gap-1">
              <Swatch kind="corner" token={token} />
              <Text as="code" size={1} tone="muted">
                {token}
              </Text>
            </div>
          ))}
        </div>
      </GalleryItem>
    </GallerySection>
  )
}
