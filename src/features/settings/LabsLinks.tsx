import { Trans } from '@lingui/react/macro'
import { Link, linkOptions } from '@tanstack/react-router'
import { ChevronRight, FlaskConical, Hash, ListEnd, Palette, Pin } from 'lucide-react'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'

const LINKS = [
  {
    link: linkOptions({ to: '/counter' }),
    Icon: Hash,
    title: <Trans>Counter</Trans>,
    detail: <Trans>One counter in two places, kept while you visit other pages</Trans>,
  },
  {
    link: linkOptions({ to: '/keepalive' }),
    Icon: Pin,
    title: <Trans>Kept alive</Trans>,
    detail: <Trans>A page that keeps its text and pauses its clock while hidden</Trans>,
  },
  {
    link: linkOptions({ to: '/scroll-cache' }),
    Icon: ListEnd,
    title: <Trans>Kept scroll position</Trans>,
    detail: <Trans>500 rows that keep your place when you come back</Trans>,
  },
  {
    link: linkOptions({ to: '/mock' }),
    Icon: FlaskConical,
    title: <Trans>Mock answers</Trans>,
    detail: <Trans>Try every API call and every failure without a server</Trans>,
  },
  {
    link: linkOptions({ to: '/unocss' }),
    Icon: Palette,
    title: <Trans>Design tokens and parts</Trans>,
    detail: <Trans>The parts that all screens are made of</Trans>,
  },
]

export function LabsLinks() {
  return (
    <ul className="grid gap-2.5">
      {LINKS.map(({ link, Icon, title, detail }) => (
        <li key={link.to}>
          <Link {...link} className={listRowClass()}>
            <ListRowContent
              icon={<Icon aria-hidden size={21} />}
              title={title}
              subtitle={detail}
              trailing={<ChevronRight aria-hidden size={18} />}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
