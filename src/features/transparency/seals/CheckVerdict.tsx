import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Download, Info, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import type { Checked } from './check-seals.ts'

interface CheckVerdictProps<Right> {
  /** Undefined before the first check. */
  result: Checked<Right> | undefined
  /** The server did not answer. */
  isUnknown: boolean
  /** File name of the saved proof. */
  proofName: string
  title: string
  /** False if the player has to judge the result. */
  isSuccess?: boolean
  children: (right: Right) => ReactNode
}

/** The result of a check. The proof of a fault can be saved, to show it to others. */
export function CheckVerdict<Right>({
  result,
  isUnknown,
  proofName,
  title,
  isSuccess = true,
  children,
}: CheckVerdictProps<Right>) {
  const { t } = useLingui()
  return (
    <div role="status" className="grid grid-cols-1 gap-2.5">
      {isUnknown ? (
        <Callout
          tone="warning"
          icon={<CloudOff aria-hidden size={28} />}
          title={t`This cannot be checked now`}
        >
          <Trans>Koi does not answer. Check your connection.</Trans>
        </Callout>
      ) : result?.status === 'failed' ? (
        <Callout
          tone="danger"
          icon={<ShieldAlert aria-hidden size={30} />}
          title={t`A daily seal is wrong`}
          action={
            <Button
              icon={<Download aria-hidden size={20} />}
              onClick={() => saveFile(result.proof, proofName)}
            >
              <Trans>Save the proof</Trans>
            </Button>
          }
        >
          <span className="wrap-anywhere">
            <Trans>
              Save the proof and keep it: anyone can check it without Koi, with npm run verify or verify.html.
            </Trans>{' '}
            <span lang="en">{result.detail}</span>
          </span>
        </Callout>
      ) : result ? (
        <Callout
          tone={isSuccess ? 'success' : 'info'}
          icon={isSuccess ? <ShieldCheck aria-hidden size={30} /> : <Info aria-hidden size={28} />}
          title={title}
        >
          {children(result)}
        </Callout>
      ) : null}
    </div>
  )
}
