import { formatCount } from '../session/amounts.ts'

export const Score = ({ score, gapCount }: { readonly score: number; readonly gapCount: number }) => (
  <div class="meter">
    <p class="row apart" role="status">
      <span>
        <strong class="score">{score}</strong> of 100
      </span>
      <span>{gapCount === 0 ? 'No gaps' : formatCount(gapCount, 'gap')}</span>
    </p>
    <progress aria-label="Score" value={score} max={100} />
  </div>
)
