import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CountBadge } from '#ui/CountBadge.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { toast } from '#ui/toast.ts'
import { UnreadDot } from '#ui/UnreadDot.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const BADGE_TONES = ['neutral', 'brand', 'jade', 'gold', 'danger', 'info'] as const
const TOAST_TONES = ['danger', 'success', 'info'] as const

/** Parts that show loading, empty, failed and done. */
export function GalleryFeedback() {
  const { t } = useLingui()
  return (
    <GallerySection title={t`Feedback`}>
      <GalleryItem name="Banner">
        <Banner tone="offline" inset>{t`You’re offline. Coins as of 14:32.`}</Banner>
        <Banner
          tone="update"
          inset
          action={<Button size="sm" variant="secondary">{t`Reload`}</Button>}
        >{t`A new version is ready.`}</Banner>
        <Banner tone="info" inset>{t`Limits start tomorrow.`}</Banner>
        <Banner tone="warning" inset>{t`Less than the minimum is not credited.`}</Banner>
      </GalleryItem>
      <GalleryItem name="toast, Toaster">
        <div className="flex flex-wrap gap-2">
          {TOAST_TONES.map((tone) => (
            <Button
              key={tone}
              variant="secondary"
              size="sm"
              onClick={() => toast({ message: t`This is a toast.`, tone })}
            >
              {tone}
            </Button>
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="Badge">
        <div className="flex flex-wrap gap-2">
          {BADGE_TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="CountBadge, UnreadDot">
        <div className="flex flex-wrap items-center gap-2">
          <CountBadge count={3} />
          <CountBadge count={120} />
          <UnreadDot />
        </div>
      </GalleryItem>
      <GalleryItem name="ProgressBar, Spinner, Skeleton">
        <ProgressBar label={t`Progress to level 2`} value={23.44} />
        <ProgressBar label={t`Bonus released`} value={6.9} tone="jade" />
        <ProgressBar label={t`Progress to level 2`} value={60} tone="gold" />
        <div className="flex items-center gap-3">
          <Spinner label={t`Loading`} />
          <Skeleton shape="circle" width={34} height={34} />
          <Skeleton width="40%" />
        </div>
      </GalleryItem>
      <GalleryItem name="EmptyState">
        <EmptyState
          level={3}
          icon={<Search aria-hidden size={26} />}
          title={t`No game has this name`}
          detail={t`Try a shorter word, or look through all games.`}
          action={<Button variant="secondary">{t`Show all games`}</Button>}
        />
      </GalleryItem>
      <GalleryItem name="ErrorState">
        <ErrorState
          level={3}
          title={t`The games did not load`}
          detail={t`The server did not answer in time.`}
          action={<Button variant="secondary">{t`Try again`}</Button>}
        />
      </GalleryItem>
    </GallerySection>
  )
}
