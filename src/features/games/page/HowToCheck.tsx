import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { Note } from '#ui/Note.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Section } from '#ui/Section.tsx'
import { Text } from '#ui/Text.tsx'

/** The commit–reveal scheme in plain words, for games that each player plays alone. */
export function HowToCheck() {
  const { t } = useLingui()
  return (
    <Section title={t`How to check a result`} className="-mx-4">
      <div className="grid gap-4">
        <NumberedList>
          <p>
            <Trans>
              <Text as="b" weight={700}>
                Before you bet
              </Text>
              , Koi picks a secret server seed and shows you its SHA-256 hash. The hash fixes the seed:
              another seed would have another hash.
            </Trans>
          </p>
          <p>
            <Trans>
              <Text as="b" weight={700}>
                You choose the client seed
              </Text>
              , so Koi cannot know the results in advance. Each bet adds a number that counts up from zero,
              the nonce.
            </Trans>
          </p>
          <p>
            <Trans>
              <Text as="b" weight={700}>
                The result
              </Text>{' '}
              is computed from server seed, client seed and nonce with HMAC-SHA256 and the formula above.
            </Trans>
          </p>
          <p>
            <Trans>
              <Text as="b" weight={700}>
                When you change seeds
              </Text>
              , the old server seed is shown. Hash it, compare, and work out each result again with any tool
              you trust.
            </Trans>
          </p>
        </NumberedList>
        <Note icon={<ShieldCheck aria-hidden size={16} />}>
          <Trans>
            Always public: the hash of the server seed, your client seed, the nonce and the formula. Secret
            until you change seeds: only the server seed.
          </Trans>
        </Note>
      </div>
    </Section>
  )
}
