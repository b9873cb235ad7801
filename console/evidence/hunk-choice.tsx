import { Checkbox, Diff, type DiffLine } from '@signet/ui'
import { type Hunk, hunkLines } from './hunks.ts'

export const HunkChoice = ({
  lines,
  hunks,
  selectedHunks,
  onTaken,
}: {
  readonly lines: readonly DiffLine[]
  readonly hunks: readonly Hunk[]
  readonly selectedHunks: ReadonlySet<number>
  readonly onTaken: (taken: ReadonlySet<number>) => void
}) => (
  <div class="stack">
    {hunks.map((hunk, nth) => {
      const label = `Change ${nth + 1} of ${hunks.length}`
      return (
        <div key={hunk.start} class="stack tight">
          <Checkbox
            label={label}
            isChecked={selectedHunks.has(nth)}
            onChecked={(isTaken) => {
              const others = [...selectedHunks].filter((each) => each !== nth)
              onTaken(new Set(isTaken ? [...others, nth] : others))
            }}
          />
          <Diff label={label} lines={hunkLines(lines, hunk)} />
        </div>
      )
    })}
  </div>
)
