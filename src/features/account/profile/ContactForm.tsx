import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changeContact, removeContact, type Profile } from '#contract/account.ts'
import type { Locale } from '#contract/localized.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Text } from '#ui/Text.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { profileQuery } from './profile.queries.ts'

const contactOf = ({ name, phone, address, region }: Profile) => ({ name, phone, address, region })

/** Delivery address for prizes; optional. */
export function ContactForm({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const regions = useMemo(() => regionOptions(locale), [locale])
  const queryClient = useQueryClient()
  const { formProps, field, isSubmitting, failure, markSaved } = useDraftForm({
    name: 'contact',
    schema: changeContact.body,
    defaultValues: contactOf(profile),
    onSubmit: async (body) => {
      take(await api.call(changeContact, { body }))
      toast({ message: t`Contact data saved`, tone: 'success' })
    },
  })
  const take = (next: Profile) => {
    queryClient.setQueryData(profileQuery.queryKey, next)
    markSaved(contactOf(next))
  }
  const removal = useAction({
    run: () => api.call(removeContact),
    onSuccess: (next) => {
      take(next)
      toast({ message: t`Contact data removed`, tone: 'success' })
    },
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
  return (
    <section aria-labelledby="contact" className="grid gap-3">
      <div className="grid gap-0.5">
        <Heading level={2} id="contact">
          <Trans>Contact</Trans>
        </Heading>
        <Text size={3} tone="muted">
          <Trans>Only for prizes that are sent to you. You can play without it.</Trans>
        </Text>
      </div>
      <form {...formProps} className="grid grid-cols-1 gap-4">
        <TextField {...field('name')} label={t`Name`} autoComplete="name" />
        <TextField
          {...field('phone')}
          label={t`Phone number`}
          hint={t`With country code, such as +1 555 010 0199`}
          type="tel"
          autoComplete="tel"
        />
        <TextAreaField {...field('address')} label={t`Address`} autoComplete="street-address" />
        <SelectField
          {...field('region')}
          label={t`Receiving area`}
          placeholder={t`Choose one`}
          options={regions}
          autoComplete="country"
        />
        <FormError>{failure}</FormError>
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="secondary" loading={isSubmitting}>
            <Trans>Save contact</Trans>
          </Button>
          {profile.name === '' ? null : (
            <Button variant="ghost" loading={removal.isRunning} onClick={() => removal.run()}>
              <Trans>Remove it</Trans>
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

/** ISO 3166-1 alpha-2, as of 2024. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** Regions by their names in the language, in its sort order. */
function regionOptions(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return CODES.split(' ')
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
