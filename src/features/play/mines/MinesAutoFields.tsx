import { Trans, useLingui } from '@lingui/react/macro'
import { minesGems } from '#rules/mines/mines.ts'
import { ParameterField } from '#features/play/controls/ParameterField.tsx'
import { parseTypedNumber } from '#lib/typed-number.ts'
import { useStore } from '#lib/use-store.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Text } from '#ui/Text.tsx'
import { plannedGems, plannedTiles, withToggledTile } from './mines-auto-plan.ts'
import { tilePlace } from './mines-board.ts'
import { useMinesPlay } from './mines-controller.ts'
import styles from './mines.module.css'
import { TileGrid } from './TileGrid.tsx'

export function MinesAutoFields() {
  const play = useMinesPlay()
  const { t } = useLingui()
  const plan = useStore(play.autoPlan)
  const params = useStore(play.params)
  const tiles = plannedTiles(plan, params)
  const most = minesGems(params)
  const chosen = tiles.length
  return (
    <div className="grid gap-2">
      <SegmentedControl
        label={t`Tiles to open in each round`}
        value={plan.choice}
        onChange={(choice) => play.autoPlan.set({ ...plan, choice })}
        options={[
          { value: 'random', label: t`Random tiles` },
          { value: 'chosen', label: t`My tiles` },
        ]}
      />
      {plan.choice === 'random' ? (
        <ParameterField
          label={t`Gems to find before cashing out`}
          isWhole
          value={String(plannedGems(plan, params))}
          onType={(text) => {
            const gems = parseTypedNumber(text, 0)
            if (gems !== undefined && gems > 0) play.autoPlan.set({ ...plan, gems })
          }}
        />
      ) : (
        <>
          <TileGrid
            isSmall
            isOpen
            label={t`Tiles to open in each round`}
            onPress={(tile) => play.autoPlan.set(withToggledTile(plan, params, tile))}
            renderTile={(tile, isTabStop) => {
              const { row, column } = tilePlace(tile)
              const isChosen = tiles.includes(tile)
              return (
                <button
                  type="button"
                  className={styles.tile}
                  data-tile={tile}
                  data-face={isChosen ? 'gem' : 'hidden'}
                  tabIndex={isTabStop ? 0 : -1}
                  aria-label={t`Row ${row}, column ${column}`}
                  aria-pressed={isChosen}
                  aria-disabled={!isChosen && chosen >= most}
                />
              )
            }}
          />
          <Text size={3} tone="muted">
            <Trans>
              {chosen} of at most {most} tiles chosen. They are opened in that order, then cashed out.
            </Trans>
          </Text>
        </>
      )}
    </div>
  )
}
