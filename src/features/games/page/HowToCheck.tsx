import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Note } from '#ui/Note.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Section } from '#ui/Section.tsx'
import { Text } from '#ui/Text.tsx'

/** `isShared` is for games whose rounds are the same for everyone. */
export function HowToCheck({ isShared }: { isShared: boolean }) {
  return isShared ? <HashChainGuide /> : <SeedGuide />
}

/** The commit–reveal scheme in plain words. */
function SeedGuide() {
  return (
    <Guide
      facts={
        <Trans>
          Always public: the hash of the server seed, your client seed, the nonce and the formula. Secret
          until you change seeds: only the server seed.
        </Trans>
      }
    >
      <p>
        <Trans>
          <Text as="b" weight={700}>
            Before you bet
          </Text>
          , Koi picks a secret server seed and shows you its SHA-256 hash. The hash fixes the seed: another
          seed would have another hash.
        </Trans>
      </p>
      <p>
        <Trans>
          <Text as="b" weight={700}>
            You choose the client seed
          </Text>
          , so Koi cannot know the results in advance. Each bet adds a number that counts up from zero, the
          nonce.
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
          , the old server seed is shown. Hash it, compare, and work out each result again with any tool you
          trust.
        </Trans>
      </p>
    </Guide>
  )
}

/** The hash chain in plain words. */
function HashChainGuide() {
  return (
    <Guide
      facts={
        <Trans>
          Always public: the last link, the formula, and hash and salt of all rounds played. Secret until the
          round is over: its own hash. Its salt comes from a public source after betting has closed, so nobody
          can know it before, Koi included.
        </Trans>
      }
    >
      <p>
        <Trans>
          <Text as="b" weight={700}>
            Before the first round
          </Text>
          , Koi makes a long chain in which each hash is the hash of the one before, and publishes the last
          link.
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
    </Guide>
  )
}

/** Each child is a step; `facts` tells public from secret values. */
function Guide({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Section title={t`How to check a result`} className="-mx-4">
      <div className="grid gap-4">
        <NumberedList>{children}</NumberedList>
        <Note icon={<ShieldCheck aria-hidden size={16} />}>{facts}</Note>
      </div>
    </Section>
  )
}
