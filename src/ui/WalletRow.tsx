import type { ComponentProps, ReactNode } from 'react'
import { listRowClass } from './list-row-class.ts'
import { ListRowContent } from './ListRowContent.tsx'
import { Name } from './Name.tsx'
import { WalletMark } from './WalletMark.tsx'

interface WalletRowProps extends Omit<ComponentProps<'button'>, 'type' | 'name' | 'className' | 'children'> {
  name: string
  /** Logo URL; null for a drawn mark. */
  icon: string | null
  detail?: ReactNode
  /** A word such as "Last used". */
  mark?: ReactNode
  /** Highlights the row as the first choice. */
  isHot?: boolean
}

export function WalletRow({ name, icon, detail, mark, isHot = false, ...rest }: WalletRowProps) {
  return (
    <button {...rest} type="button" className={`${listRowClass({ selected: isHot })} disabled:opacity-50`}>
      <ListRowContent
        icon={<WalletMark src={icon} name={name} />}
        iconTone="none"
        title={
          <span className="wrap-anywhere">
            <Name>{name}</Name>
          </span>
        }
        subtitle={detail}
        trailing={mark ? <span className="text-fs-2 font-700 text-jade">{mark}</span> : undefined}
      />
    </button>
  )
}
