import { Trans, useLingui } from '@lingui/react/macro'
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { addPasskey, beginPasskey } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'

interface AddPasskeyFormProps {
  email: string | null
  asks: Asks
}

/** Proof of identity and a name, then the browser creates the passkey. */
export function AddPasskeyForm({ email, asks }: AddPasskeyFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const empty = { name: deviceName(), ...NO_PROOF }
  const proof = useProof(asks)
  const { form, formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'add-passkey',
    schema: v.object({ ...proof.entries, name: addPasskey.body.entries.name }),
    defaultValues: empty,
    secret: PROOF_SECRETS,
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(async ({ name, ...given }) => {
      const { options } = await proof.send(beginPasskey, { body: {} }, given)
      const response = await createPasskey(options)
      const security = await api.call(addPasskey, { body: { response, name } })
      queryClient.setQueryData(securityQuery.queryKey, security)
      form.reset(empty)
      toast({ message: t`Passkey added`, tone: 'success' })
    }),
  })
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        {...field('name')}
        label={t`Name`}
        hint={t`A name you will know, such as the device`}
        autoComplete="off"
      />
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          <Trans>Add a passkey</Trans>
        </Button>
      </div>
    </form>
  )
}

/**
 * Opens the browser's dialog. The options come from the same library on the server.
 * @throws ApiError `passkey_invalid` if the player closed the dialog or the device failed
 */
async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  try {
    return {
      ...(await startRegistration({
        optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
      })),
    }
  } catch (cause) {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new ApiError('http', 'No passkey was made', {
      code: isKnown ? 'conflict' : 'passkey_invalid',
      cause,
    })
  }
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Default name, such as `Chrome · Android`; empty if the browser is unknown. */
function deviceName(userAgent = navigator.userAgent): string {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(' · ')
}
