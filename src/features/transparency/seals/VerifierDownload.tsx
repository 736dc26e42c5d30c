import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download, FileCheck2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { fetchSiteFile } from '#api/site-file.ts'
import { buttonClass } from '#ui/button-class.ts'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { Heading } from '#ui/Heading.tsx'
import { isWithoutDownloads, saveFile } from '#ui/save-file.ts'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'

/** SHA-256 of verify.html; null if nothing was built. */
declare const __VERIFIER_HASH__: string | null

/** Offers the verifier as a single file, for players who do not want to rely on this page. */
export function VerifierDownload() {
  const { t } = useLingui()
  if (__VERIFIER_HASH__ === null) return null
  const share = async (event: MouseEvent) => {
    if (!isWithoutDownloads()) return
    event.preventDefault()
    try {
      saveFile(await fetchSiteFile('/verify.html'), 'koi-verify.html')
    } catch {
      toast({ message: t`The file did not come. Check your connection and try again.` })
    }
  }
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <Heading level={3} size="card">
        <Trans>Check it without Koi</Trans>
      </Heading>
      <Text size={3} tone="muted">
        <Trans>
          The verifier is one file. Keep it, and open it from your disk, without network: it checks bets,
          receipts, seals and your whole export. Compare the SHA-256 of the file with this one, and with the
          one in Koi’s source code.
        </Trans>
      </Text>
      <CopyableCode text={__VERIFIER_HASH__} copyLabel={t`Copy SHA-256`} copied={t`SHA-256 copied`} />
      <a
        href="/verify.html"
        download="koi-verify.html"
        className={buttonClass({ variant: 'secondary' })}
        onClick={(event) => void share(event)}
      >
        <Download aria-hidden size={20} />
        <Trans>Download verify.html</Trans>
      </a>
      <Link to="/verify" className={buttonClass({ variant: 'ghost' })}>
        <FileCheck2 aria-hidden size={20} />
        <Trans>Verify a file here</Trans>
      </Link>
    </div>
  )
}
