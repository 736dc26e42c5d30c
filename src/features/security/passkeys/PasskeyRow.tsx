import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fingerprint, Trash2 } from 'lucide-react'
import type { Passkey } from '#contract/account.ts'
import { useFormat } from '#i18n/use-format.ts'
import { isolatedName } from '#contract/given-name.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Name } from '#ui/Name.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'

/** One passkey and the way to remove it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useLingui()
  const { date, moment } = useFormat()
  const { id, createdAt, lastUsedAt, isSynced } = passkey
  const given = passkey.name || t`Passkey`
  const name = isolatedName(given)
  const added = date(new Date(createdAt))
  const used = lastUsedAt === null ? null : moment(new Date(lastUsedAt))
  const facts = [
    t`Added ${added}`,
    used === null ? t`never used` : t`last used ${used}`,
    isSynced ? t`kept in sync by its provider` : t`on one device only`,
  ]
  return (
    <li>
      <ListRow
        icon={<Fingerprint aria-hidden size={21} />}
        title={
          <span className="wrap-anywhere">
            <Name>{given}</Name>
          </span>
        }
        subtitle={facts.join(' · ')}
        trailing={
          <Link
            to="/security/passkeys"
            search={{ remove: id }}
            state={{ openedPanel: true }}
            resetScroll={false}
            aria-haspopup="dialog"
            aria-label={t`Remove ${name}`}
            className={iconButtonClass('plain')}
          >
            <Trash2 aria-hidden size={19} />
          </Link>
        }
      />
    </li>
  )
}
