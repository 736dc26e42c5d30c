import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocale } from '#i18n/use-locale.ts'
import { durableStorage } from '#lib/durable-storage.ts'
import { useStore } from '#lib/use-store.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { refreshStorage } from './storage.actions.ts'
import { storageReport, type StorageReport } from './storage.state.ts'

const BYTES_PER_MB = 1_000_000

/** Where answers are stored, how much space they use, and if the browser will keep them. */
export function StorageFacts() {
  const { t } = useLingui()
  const locale = useLocale()
  const state = useStore(storageReport)
  const health = useStore(durableStorage.health)
  useEffect(() => void refreshStorage(), [])

  const megabytes = (bytes: number | undefined) =>
    bytes === undefined
      ? t`Unknown`
      : new Intl.NumberFormat(locale, {
          style: 'unit',
          unit: 'megabyte',
          maximumFractionDigits: bytes < 10 * BYTES_PER_MB ? 1 : 0,
        }).format(bytes / BYTES_PER_MB)
  const report: StorageReport = state.status === 'known' ? state : {}
  return (
    <DefinitionList
      facts={[
        {
          term: t`Saved for offline`,
          value:
            health === 'durable' ? <Trans>On this device</Trans> : <Trans>Only until you close Koi</Trans>,
        },
        { term: t`In use`, value: megabytes(report.usedBytes) },
        { term: t`Available`, value: megabytes(report.quotaBytes) },
        {
          term: t`Kept when space is low`,
          value:
            report.isPersisted === undefined ? (
              <Trans>Unknown</Trans>
            ) : report.isPersisted ? (
              <Trans>Yes</Trans>
            ) : (
              <Trans>Not promised by the browser</Trans>
            ),
        },
      ]}
    />
  )
}
