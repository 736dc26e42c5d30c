import { useLingui } from '@lingui/react/macro'
import { ChevronLeft } from 'lucide-react'
import { ApiError } from '#api/api-error.ts'
import type { Answer } from '#ui/answer.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Text } from '#ui/Text.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const WAITING: Answer<string> = {
  data: undefined,
  error: null,
  failureReason: null,
  isFetching: true,
  fetchStatus: 'fetching',
  refetch: () => Promise.resolve(),
}
const OFFLINE: Answer<string> = { ...WAITING, isFetching: false, fetchStatus: 'paused' }
const FAILED: Answer<string> = {
  ...WAITING,
  error: new ApiError('timeout', 'No answer in time'),
  isFetching: false,
  fetchStatus: 'idle',
}

const UIDS = [0, 100_001, 100_002, 100_003]

/** Page frame, placeholders, and players' pictures. */
export function GalleryPages() {
  const { t } = useLingui()
  const content = (answer: string) => <Text>{answer}</Text>
  return (
    <GallerySection title={t`Pages and players`}>
      <GalleryItem name="PageFrame">
        <PageFrame
          level={3}
          title={t`Settings`}
          lead={t`Language, theme and favourites`}
          parent={
            <a href="#main" className={sectionLinkClass}>
              <ChevronLeft aria-hidden size={16} />
              <span>{t`Account`}</span>
            </a>
          }
        >
          <Text>{t`Saved on this device`}</Text>
        </PageFrame>
      </GalleryItem>
      <GalleryItem name="Avatar, QrCode">
        <div className="flex flex-wrap gap-3">
          {UIDS.map((uid) => (
            <Avatar key={uid} uid={uid} avatar="" />
          ))}
          <Avatar uid={100_001} avatar="/icons/icon-192.png" size={38} />
        </div>
        <QrCode text="https://koi.example" label={t`QR code of an address`} size={160} />
      </GalleryItem>
      <GalleryItem name="AnswerGate">
        <AnswerGate query={WAITING}>{content}</AnswerGate>
        <AnswerGate query={OFFLINE}>{content}</AnswerGate>
        <AnswerGate query={FAILED}>{content}</AnswerGate>
      </GalleryItem>
      <GalleryItem name="AnswerMissing">
        <AnswerMissing
          level={3}
          query={OFFLINE}
          title={t`Coins did not load`}
          offline={t`You are offline, and no coins are saved on this device.`}
        />
      </GalleryItem>
    </GallerySection>
  )
}
