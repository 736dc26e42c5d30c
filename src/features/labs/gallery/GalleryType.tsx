import { useLingui } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'
import { Text, type TextSize, type TextTone } from '#ui/Text.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const SIZES: TextSize[] = [8, 7, 6, 5, 4, 3, 2, 1]
const TONES: TextTone[] = ['default', 'muted', 'subtle', 'brand', 'jade', 'gold', 'danger']

/** The sample words belong to the brand and need no translation. */
export function GalleryType() {
  const { t } = useLingui()
  return (
    <GallerySection title={t`Type`}>
      <GalleryItem name="Text size">
        {SIZES.map((size) => (
          <Text key={size} size={size} weight={size > 5 ? 800 : 500} truncate>
            {`${size} · Koi 锦鲤 1,248.50`}
          </Text>
        ))}
      </GalleryItem>
      <GalleryItem name="Text tone">
        {TONES.map((tone) => (
          <Text key={tone} tone={tone} weight={650}>
            {tone}
          </Text>
        ))}
      </GalleryItem>
      <GalleryItem name="Heading">
        <Heading level={4} size="display">{`display`}</Heading>
        <Heading level={4} size="title">{`title`}</Heading>
        <Heading level={4} size="section">{`section`}</Heading>
        <Heading level={4} size="card">{`card`}</Heading>
      </GalleryItem>
      <GalleryItem name="Text num">
        <div>
          {['111.11', '248.50', '9,870.06'].map((amount) => (
            <Text key={amount} num size={6} weight={800}>
              {amount}
            </Text>
          ))}
        </div>
      </GalleryItem>
    </GallerySection>
  )
}
