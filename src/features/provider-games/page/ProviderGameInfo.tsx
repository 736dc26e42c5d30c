import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShieldOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { inLocale } from '#contract/localized.ts'
import type { ProviderGame } from '#contract/provider-games.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { coverOf, tonesOf } from '#ui/art/drawn-cover.ts'
import { Callout } from '#ui/Callout.tsx'
import { Card } from '#ui/Card.tsx'
import { CoverFrame } from '#ui/CoverFrame.tsx'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Section } from '#ui/Section.tsx'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { CATEGORY_NAMES, VOLATILITY_NAMES } from './category-names.ts'
import styles from './page.module.css'

/** @param play how the game is opened */
export function ProviderGameInfo({ game, play }: { game: ProviderGame; play: ReactNode }) {
  const { t } = useLingui()
  const { providerName } = game
  return (
    <article className={styles.page}>
      <div className={styles.head}>
        <Header game={game} />
        {play}
        <Facts game={game} />
      </div>
      <div className={styles.body}>
        <Callout
          tone="info"
          icon={<ShieldOff aria-hidden size={20} />}
          title={t`Koi cannot verify results of this game: they are drawn by ${providerName}.`}
        >
          <Trans>
            Its rules, its results and its return are what {providerName} says. Koi’s own games can be checked
            by anyone.
          </Trans>
          <SentenceGap />
          <Link to="/games" search={{ category: 'originals' }} className={textLinkClass}>
            <Trans>Games that can be checked</Trans>
          </Link>
        </Callout>
        <Section title={t`How your money is counted`} className="-mx-4">
          <div className="grid gap-3">
            <Text tone="muted">
              <Trans>
                You play with your balance at Koi. Each stake is taken from it and each win is paid to it at
                once. Your limits and breaks count here, too.
              </Trans>
            </Text>
            <Text tone="muted">
              <Trans>
                If the game is interrupted, {providerName} keeps the open round, and a win still arrives.
              </Trans>
            </Text>
            <Text tone="muted">
              <Trans>
                Your history lists each round with the number that {providerName} gave it, so that you can ask
                about it.
              </Trans>
              <SentenceGap />
              <Link to="/history" search={{ view: 'providers' }} className={textLinkClass}>
                <Trans>Rounds with other providers</Trans>
              </Link>
            </Text>
          </div>
        </Section>
      </div>
    </article>
  )
}

function Header({ game }: { game: ProviderGame }) {
  const locale = useLocale()
  const [isCoverMissing, setIsCoverMissing] = useState(false)
  const { provider, code, providerName, category, cover } = game
  return (
    <Card as="header" tone="pond" padding="lg" className={styles.header}>
      <CoverFrame colors={tonesOf(`${provider}/${code}`, cover !== null)} className={styles.cover}>
        <img
          src={isCoverMissing || cover === null ? coverOf(category) : cover}
          alt=""
          width={300}
          height={400}
          fetchPriority="high"
          className={styles.image}
          onError={() => setIsCoverMissing(true)}
        />
      </CoverFrame>
      <div className={styles.words}>
        <Heading level={1} size="display">
          {inLocale(game.name, locale)}
        </Heading>
        <Text size={3}>
          <Link to="/games" search={{ provider }} className={`${textLinkClass} inline-block py-1`}>
            {providerName}
          </Link>
        </Text>
      </div>
    </Card>
  )
}

function Facts({ game }: { game: ProviderGame }) {
  const { t, i18n } = useLingui()
  const { percent } = useFormat()
  const { provider, providerName, category, volatility, returnBps } = game
  const link = `${textLinkClass} inline-block py-1`
  const facts: Fact[] = [
    {
      term: t`Provider`,
      value: (
        <Link to="/games" search={{ provider }} className={link}>
          {providerName}
        </Link>
      ),
    },
    {
      term: t`Category`,
      value: (
        <Link to="/games" search={{ category }} className={link}>
          {i18n._(CATEGORY_NAMES[category])}
        </Link>
      ),
    },
  ]
  if (volatility !== null) facts.push({ term: t`Volatility`, value: i18n._(VOLATILITY_NAMES[volatility]) })
  if (returnBps !== null) {
    const share = percent(returnBps)
    facts.push({ term: t`Return, as the provider says`, value: share })
  }
  return <DefinitionList facts={facts} />
}
