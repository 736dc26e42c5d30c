import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LANGUAGES } from '#contract/languages.ts'
import { LOCALES } from '#contract/localized.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { useAct } from '#operator/parts/use-act.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { ActFormProps } from './act-form.ts'

const NO_TEXTS = Object.fromEntries(LOCALES.map((locale) => [locale, '']))

export function SendNews({ open, onClose, onAnswer }: ActFormProps) {
  const { t } = useLingui()
  const act = useAct()
  const [topic, setTopic] = useState('offers')
  const [to, setTo] = useState('/promotion')
  const [titles, setTitles] = useState(NO_TEXTS)
  const [texts, setTexts] = useState(NO_TEXTS)
  const run = async (why: string) => {
    const news = { topic, to, title: written(titles), text: written(texts) }
    onAnswer(await act({ action: 'news send', words: [], options: { json: JSON.stringify(news) } }, why))
  }
  return (
    <ActionDialog open={open} onClose={onClose} title={t`Send news`} confirm={t`Send it now`} run={run}>
      <p>
        <Trans>
          Players who chose the topic get it once, unless they are on a break. It cannot be taken back.
        </Trans>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t`Topic`}
          value={topic}
          onChange={({ target }) => setTopic(target.value)}
          options={[
            { value: 'offers', label: t`Offers` },
            { value: 'games', label: t`New games` },
            { value: 'rewards', label: t`Rewards` },
            { value: 'races', label: t`Races` },
          ]}
        />
        <SelectField
          label={t`Leads to`}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          options={[
            { value: '/promotion', label: t`Promotions` },
            { value: '/gift', label: t`Gifts` },
            { value: '/rewards', label: t`Rewards` },
            { value: '/games', label: t`Games` },
          ]}
        />
      </div>
      {LOCALES.map((locale) => {
        const language = LANGUAGES[locale]
        return (
          <div key={locale} className="grid gap-3">
            <TextField
              lang={locale}
              label={t`Title (${language})`}
              value={titles[locale] ?? ''}
              onChange={({ target }) => setTitles({ ...titles, [locale]: target.value })}
            />
            <TextAreaField
              lang={locale}
              label={t`Text (${language})`}
              rows={2}
              value={texts[locale] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [locale]: target.value })}
            />
          </div>
        )
      })}
    </ActionDialog>
  )
}

/** Without those that are empty: they are read in English. */
const written = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
