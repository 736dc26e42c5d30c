import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { Note } from '#ui/Note.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Section } from '#ui/Section.tsx'
import { Text } from '#ui/Text.tsx'

/** The hash chain in plain words, for games whose round is the same for everyone. */
export function HowToCheckShared() {
  const { t } = useLingui()
  return (
    <Section title={t`How to check a result`} className="-mx-4">
      <div className="grid gap-4">
        <NumberedList>
          <p>
            <Trans>
              <Text as="b" weight={700}>
                Before the first round
              </Text>
              , Koi makes a long chain in which each hash is the hash of the one before, and publishes the
              last link.
            </Trans>
          </p>
          <p>
            <Trans>
              <Text as="b" weight={700}>
                Rounds use the chain backwards
              </Text>
              . Nobody can work out the next link from the links so far, and no link can be replaced without
              breaking the chain.
            </Trans>
          </p>
          <p>
            <Trans>
              <Text as="b" weight={700}>
                After each round
              </Text>{' '}
              its hash is shown. Hash it with SHA-256: you get the hash of the round before. Put it into the
              formula above: you get the result.
            </Trans>
          </p>
        </NumberedList>
        <Note icon={<ShieldCheck aria-hidden size={16} />}>
          <Trans>
            Always public: the last link, the salt, the formula and the hashes of all rounds played. Secret
            until the round is over: only its own hash.
          </Trans>
        </Note>
      </div>
    </Section>
  )
}
