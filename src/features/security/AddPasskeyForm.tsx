import { Trans, useLingui } from '@lingui/react/macro'
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { addPasskey, beginPasskey } from '#contract/account.ts'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { AccountName } from './AccountName.tsx'
import { deviceName } from './device-name.ts'
import { securityQuery } from './security.queries.ts'

const FormSchema = v.object({
  password: beginPasskey.body.entries.password,
  name: addPasskey.body.entries.name,
})

/** Password and a name, then the browser makes the passkey. */
export function AddPasskeyForm({ email }: { email: string | null }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const empty = { name: deviceName(), password: '' }
  const { form, formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'add-passkey',
    schema: FormSchema,
    defaultValues: empty,
    secret: ['password'],
    fieldOfCode: { password_wrong: 'password' },
    onSubmit: async ({ password, name }) => {
      const { options } = await api.call(beginPasskey, { body: { password } })
      const response = await createPasskey(options)
      const security = await api.call(addPasskey, { body: { response, name } })
      queryClient.setQueryData(securityQuery.queryKey, security)
      form.reset(empty)
      toast({ message: t`Passkey added`, tone: 'success' })
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <AccountName email={email} />
      <TextField
        {...field('name')}
        label={t`Name`}
        hint={t`To tell it from others, such as the device it is on`}
        autoComplete="off"
      />
      <PasswordField {...field('password')} label={t`Your password`} autoComplete="current-password" />
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
 * The browser's own dialog. The options are the server's, made by the library's other half.
 * @throws ApiError `passkey_invalid` when the player closed the dialog or the device could not
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
