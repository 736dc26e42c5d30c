import { useLingui } from '@lingui/react/macro'
import { LANGUAGES } from '#contract/languages.ts'
import { LOCALES } from '#contract/localized.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

/** Form parts besides text fields, and their errors. */
export function GalleryForms() {
  const { t } = useLingui()
  const missing = t`Please fill this in.`
  const languages = LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))
  return (
    <GallerySection title={t`Forms`}>
      <GalleryItem name="PasswordField">
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          hint={t`10 characters or more.`}
          defaultValue="nine orange koi"
        />
        <PasswordField label={t`Password`} autoComplete="new-password" error={missing} />
      </GalleryItem>
      <GalleryItem name="CheckboxField">
        <div>
          <CheckboxField
            label={t`Send me news`}
            hint={t`Only for messages about your account.`}
            defaultChecked
          />
          <CheckboxField label={t`I am 18 or older`} error={missing} />
        </div>
      </GalleryItem>
      <GalleryItem name="SelectField">
        <SelectField label={t`Language`} options={languages} defaultValue={LOCALES.at(-1)} />
        <SelectField
          label={t`Language`}
          options={languages}
          placeholder={t`Choose one`}
          error={missing}
          defaultValue=""
        />
      </GalleryItem>
      <GalleryItem name="TextAreaField">
        <TextAreaField label={t`Address`} hint={t`Street, house, city.`} defaultValue="1 Pond Lane" />
        <TextAreaField label={t`Address`} error={missing} />
      </GalleryItem>
      <GalleryItem name="FormError">
        <FormError>{t`The server did not answer in time.`}</FormError>
        <div>
          <Button variant="secondary" size="sm">{t`Try again`}</Button>
        </div>
      </GalleryItem>
    </GallerySection>
  )
}
