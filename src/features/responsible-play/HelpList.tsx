import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ExternalLink, LifeBuoy } from 'lucide-react'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'

/** Long-standing organisations, under their international names. */
const ORGANISATIONS: readonly { name: string; url: string; offer: MessageDescriptor }[] = [
  {
    name: 'Gambling Therapy',
    url: 'https://www.gamblingtherapy.org/',
    offer: msg`Online support in many languages, anywhere in the world`,
  },
  {
    name: 'Gamblers Anonymous',
    url: 'https://www.gamblersanonymous.org/',
    offer: msg`Meetings with others who have stopped, in person and online`,
  },
  {
    name: 'GamCare',
    url: 'https://www.gamcare.org.uk/',
    offer: msg`Helpline and chat day and night, United Kingdom`,
  },
  {
    name: 'National Council on Problem Gambling',
    url: 'https://www.ncpgambling.org/',
    offer: msg`Helpline by phone, text and chat, United States`,
  },
]

/** The links leave Koi. */
export function HelpList() {
  const { t, i18n } = useLingui()
  return (
    <ul className="grid gap-2.5">
      {ORGANISATIONS.map(({ name, url, offer }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer" className={listRowClass()}>
            <ListRowContent
              icon={<LifeBuoy aria-hidden size={21} />}
              iconTone="jade"
              title={<span lang="en">{name}</span>}
              subtitle={i18n._(offer)}
              trailing={<ExternalLink role="img" aria-label={t`opens in a new tab`} size={18} />}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
