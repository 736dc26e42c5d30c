import { Suspense } from 'react'
import { loadTexts } from '#i18n/i18n.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const CodeForm = lazyPart(() =>
  Promise.all([import('#features/gift/CodeForm.tsx'), loadTexts('account')]).then(
    ([module]) => module.CodeForm,
  ),
)

/** With the texts of forms, which no other part of the page waits for. */
export function GiftCodePart({ code }: { code: string | undefined }) {
  return (
    <Suspense
      fallback={
        <div className="px-4" aria-busy="true">
          <Skeleton shape="box" height={76} />
        </div>
      }
    >
      <CodeForm key={code} code={code} />
    </Suspense>
  )
}
