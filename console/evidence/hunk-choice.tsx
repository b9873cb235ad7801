import { Checkbox, Diff, type DiffLine } from '@signet/ui'
import { type Hunk, hunkLines } from './hunks.ts'

export const HunkChoice = ({
  lines,
  hunks,
  selectedHunks,
  onSelected,
}: {
  readonly lines: readonly DiffLine[]
  readonly hunks: readonly Hunk[]
  readonly selectedHunks: ReadonlySet<number>
  readonly onSelected: (selected: ReadonlySet<number>) => void
}) => (
  <div class="stack">
    {hunks.map((hunk, index) => {
      const label = `Change ${index + 1} of ${hunks.length}`
      return (
        <div key={hunk.start} class="stack tight">
          <Checkbox
            label={label}
            isChecked={selectedHunks.has(index)}
            onChecked={(isSelected) => {
              const otherHunks = [...selectedHunks].filter((each) => each !== index)
              onSelected(new Set(isSelected ? [...otherHunks, index] : otherHunks))
            }}
          />
          <Diff label={label} lines={hunkLines(lines, hunk)} />
        </div>
      )
    })}
  </div>
)
