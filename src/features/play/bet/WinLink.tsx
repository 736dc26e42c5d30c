import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Link2, Link2Off, Share2 } from 'lucide-react'
import { useRef } from 'react'
import { getWinLink, makeWinLink, removeWinLink } from '#contract/win-links.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { useAction } from '#lib/use-action.ts'
import { apiQuery } from '#queries/api-query.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { useCopy } from '#ui/use-copy.ts'

/** Lets the player show one big win to everybody with a link, and take that back. */
export function WinLink({ id }: { id: string }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const queryClient = useQueryClient()
  const query = apiQuery(getWinLink, { params: { id } })
  const { data } = useQuery(query)
  const section = useRef<HTMLElement>(null)
  const told = {
    onSuccess: (answer: DataOf<typeof getWinLink>) => {
      queryClient.setQueryData(query.queryKey, answer)
      // The button that had it is gone.
      section.current?.focus({ preventScroll: true })
    },
    onError: (error: unknown) => toast({ message: i18n._(errorMessageOf(error)) }),
  }
  const make = useAction({ run: () => api.call(makeWinLink, { params: { id }, body: { locale } }), ...told })
  const remove = useAction({ run: () => api.call(removeWinLink, { params: { id } }), ...told })
  if (!data) return null
  return (
    <section ref={section} tabIndex={-1} className="grid grid-cols-1 gap-2.5">
      <Heading level={3} size="card">
        <Trans>Link with a picture</Trans>
      </Heading>
      {data.key === null ? (
        <>
          <Text size={3} tone="muted">
            <Trans>
              Everybody with the link sees stake, payout and seeds of this bet, and your name as your profile
              shows it. Sites where you post it show a picture of the win, without your name. You can end the
              link here at any time.
            </Trans>
          </Text>
          <Button
            variant="secondary"
            icon={<Link2 aria-hidden size={20} />}
            loading={make.isRunning}
            onClick={() => make.run()}
          >
            {t`Make a link`}
          </Button>
        </>
      ) : (
        <Made winKey={data.key} isEnding={remove.isRunning} onEnd={() => remove.run()} />
      )}
    </section>
  )
}

interface MadeProps {
  winKey: string
  isEnding: boolean
  onEnd: () => void
}

function Made({ winKey, isEnding, onEnd }: MadeProps) {
  const { t } = useLingui()
  const copy = useCopy()
  const { href } = useRouter().buildLocation({ to: '/w/$key', params: { key: winKey } })
  const link = location.origin + href
  const share = async () => {
    if (typeof navigator.share !== 'function') return copy(link, t`Link copied`)
    // Closing the sheet rejects too: that needs no message.
    await navigator.share({ title: 'Koi', url: link }).catch(() => undefined)
  }
  return (
    <>
      <CopyableCode text={link} copyLabel={t`Copy link`} copied={t`Link copied`} />
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" icon={<Share2 aria-hidden size={20} />} onClick={() => void share()}>
          <Trans>Share</Trans>
        </Button>
        <Button
          variant="secondary"
          icon={<Link2Off aria-hidden size={20} />}
          loading={isEnding}
          onClick={onEnd}
        >
          <Trans>End the link</Trans>
        </Button>
      </div>
      <Text size={3} tone="subtle">
        <Trans>
          Once ended, the link leads nowhere. A picture that another site has kept may stay there.
        </Trans>
      </Text>
    </>
  )
}
