import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { passkeySupport } from '#session/passkey-support.ts'
import type { Proof } from '#session/use-proof.ts'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

/** Says that the browser is going to ask for a passkey, that it does, and what to do when none was used. */
export function PasskeyStep({ proof: { isAsking, isUnused } }: { proof: Proof }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Note icon={<Fingerprint aria-hidden size={16} />}>
        {passkeySupport() === 'ready' ? (
          <Trans>
            Your passkey confirms it: your browser asks for your fingerprint, face or screen lock.
          </Trans>
        ) : (
          <Trans>
            You need your passkey for this, but it does not work here. Open Koi by its domain name, at an
            address that begins with https://, in a browser that supports passkeys.
          </Trans>
        )}
      </Note>
      <div role="status" className="grid grid-cols-1 gap-2">
        {isAsking ? (
          <Text size={3}>
            <Trans>Follow the steps in your browser.</Trans>
          </Text>
        ) : null}
        {isUnused ? (
          <>
            <Text size={3}>
              <Trans>No passkey was used, and nothing has changed. Try again whenever you like.</Trans>
            </Text>
            <Text size={3} tone="muted">
              <Trans>
                Is it on another device? Choose that in your browser’s question. If you no longer have it,
                remove it under{' '}
                <Link to="/security/passkeys" className={textLinkClass}>
                  Passkeys
                </Link>
                .
              </Trans>
            </Text>
          </>
        ) : null}
      </div>
    </div>
  )
}
